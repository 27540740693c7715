; Written by hand.
; Fails with: z3-4.8.7 smt.mbqi=false
; Ends with: no end within 15 seconds
; Every rank makes another one; the triggers of the first axiom match for ever.
(set-logic UFLIA)
(set-info :source |A list that grows|)
(declare-sort Node 0)
(declare-fun next (Node) Node)
(declare-fun rank (Node) Int)
(declare-fun owner (Node) Int)
(declare-const head Node)
(declare-const size Int)
(declare-const shared Bool)
(assert (forall ((n Node)) (! (< (rank n) (rank (next n))) :pattern ((rank n)))))
(assert (forall ((n Node)) (! (= (owner n) (owner (next n))) :pattern ((next n)))))
(assert (=> shared (= (owner head) size)))
(assert (> size (rank head)))
(assert (not (= (owner (next (next head))) (+ size 1))))
(check-sat)
