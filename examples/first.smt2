; A first script to reduce: examples/stand-in-solver fails on it with status 134.
(set-logic UFNIA)
(set-info :source |A warehouse with three racks, written by hand|)
(set-info :status sat)
(declare-const width Int)
(declare-const height Int)
(declare-const depth Int)
(declare-const price Int)
(declare-const spare Bool)
(declare-fun boxes (Int) Int)
(define-fun floor ((length Int) (breadth Int)) Int
  (* length breadth))
(define-fun positive ((number Int)) Bool
  (> number 0))

; The racks have a size.
(assert (and (positive width) (positive height) (positive depth)))
(assert (<= (+ width height depth) 120))
(assert (or spare (= width (* 2 height)) (= (floor width depth) 400)))

; What fits on each of them.
(assert (forall ((rack Int))
  (=> (and (<= 1 rack) (<= rack 3))
      (<= (boxes rack) (floor width depth)))))
(assert (! (distinct (boxes 1) (boxes 2) (boxes 3)) :named different))

(push 1)
(assert (not spare))
(check-sat)
(pop 1)

; The price follows from the floor, twice the square where there is a spare rack.
(assert
  (let ((area (floor width depth)) (rate (ite spare 2 1)))
    (let ((total (* rate (+ area (boxes 1) (boxes 2) (boxes 3)))))
      (and
        (=> spare (>= price total))
        (or (< price (- total 10))
            (let ((margin (+ 3 (* rate (- (* width width) area)))))
              (= price (+ margin (mod total 7)))))))))
(assert (=> (> height 100) (not (= price 0))))

(check-sat)
(get-model)
(exit)
