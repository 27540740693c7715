; Written by hand.
; Fails with: cvc5-1.0.3
; Ends with: status 0
; It answers unknown, since nothing matches the first axiom's trigger; z3-4.14.1 answers unsat.
(set-logic AUFLIA)
(declare-fun total (Int) Int)
(declare-fun price (Int) Int)
(declare-fun visited (Int) Bool)
(declare-const n Int)
(declare-const i Int)
(declare-const sum Int)
(declare-const last Bool)
(assert (= (total 0) 0))
(assert (forall ((k Int)) (! (=> (and (<= 0 k) (< k n)) (= (total (+ k 1)) (+ (total k) (price k)))) :pattern ((visited k)))))
(assert (forall ((k Int)) (! (>= (price k) 0) :pattern ((price k)))))
(assert (and (<= 0 i) (< i n)))
(assert (= sum (total i)))
(assert (=> last (= (+ i 1) n)))
(assert (not (= (+ sum (price i)) (total (+ i 1)))))
(check-sat)
