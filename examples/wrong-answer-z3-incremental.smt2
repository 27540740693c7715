; Written by hand.
; Fails with: z3-4.8.7
; Ends with: status 0
; It answers sat to the second query, where z3-4.8.12 and z3-4.14.1 answer unsat:
; fp.rem is never infinite.
(set-logic ALL)
(declare-const price (_ FloatingPoint 3 5))
(declare-const step (_ FloatingPoint 3 5))
(declare-const rest (_ FloatingPoint 3 5))
(declare-const items Int)
(push 1)
(assert (fp.gt step price))
(assert (< items 2))
(check-sat)
(pop 1)
(push 1)
(assert (= rest (fp.rem price step)))
(assert (fp.isInfinite rest))
(assert (or (> items 7) (fp.leq step price)))
(check-sat)
(pop 1)
(assert (> items 3))
(check-sat)
