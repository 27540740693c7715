; Written by hand.
; Fails with: cvc5-1.0.3 --dump-proofs --proof-format-mode=alethe
; Ends with: signal 6
; It answers unsat, which is right, and finds a cycle in its proof when it is to be printed.
(set-logic QF_NIA)
(declare-const width Int)
(declare-const depth Int)
(declare-const area Int)
(declare-const doubled Bool)
(assert (> width 0))
(assert (> depth width))
(assert (= area (* width depth)))
(assert (=> doubled (= area (* 2 width width))))
(assert (< area (* width width)))
(check-sat)
