; Datatypes with match, in three forms of pattern.
(set-logic ALL)
(declare-datatypes ((Shape 0) (Shapes 1)) (
  ((dot) (circle (radius Int)) (box (width Int) (height Int)))
  (par (E) ((end) (item (this E) (others (Shapes E)))))))
(declare-const s Shape)
(declare-const all (Shapes Shape))
(define-fun area ((s Shape)) Int
  (match s ((dot 0) ((circle r) (* 3 r r)) ((box w h) (* w h)))))
(assert (= (area s) 7))
(assert (match s (((circle r) (> r 3)) (other (> (area other) 3)))))
(assert (match all ((end false) ((item x more) (= x s)))))
(assert ((_ is dot) s))
(check-sat)
