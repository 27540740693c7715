; Written by hand.
; Fails with: cvc4-1.8 --sygus-rr-synth-input
; Ends with: signal 6
; It says that it suffered a segfault, and at which address, which depends on the input.
(set-logic QF_LIA)
(set-info :source |Who guards the gate at night|)
(declare-const night Bool)
(declare-const alarm Bool)
(declare-const guarded Bool)
(declare-const guards Int)
(declare-const hours Int)
(assert guarded)
(define-fun tired () Bool (distinct (<= (+ 13 2) (ite false (- 1) 1)) (> (* 3 guards) (- guards hours)) (ite alarm night guarded)))
(assert (ite (distinct hours guards 3) (not (= guards hours)) (distinct (<= hours guards) guarded (and tired alarm))))
(check-sat)
