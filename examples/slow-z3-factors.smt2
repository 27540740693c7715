; Written by hand.
; Fails with: z3-4.8.7
; Ends with: no end within 15 seconds
; It looks for two factors of a large number; cvc4-1.8 gives up at once.
(set-logic QF_NIA)
(set-info :source |A floor of 1000000016000000063 tiles|)
(declare-const width Int)
(declare-const depth Int)
(declare-const doors Int)
(declare-const wide Bool)
(assert (< 1 width depth))
(assert (=> wide (> width (* 2 doors))))
(assert (= (* width depth) 1000000016000000063))
(assert (or wide (<= doors 4)))
(check-sat)
