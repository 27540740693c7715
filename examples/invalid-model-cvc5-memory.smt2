; Written by hand.
; Fails with: cvc5-1.0.3 --bv-solver=bitblast-internal --check-models
; Ends with: signal 6
; An internal error is reported at ./src/smt/check_models.cpp:144, "errors satisfying
; assertions with model". z3-4.14.1 answers unsat.
(set-logic QF_ABV)
(declare-const memory (Array (_ BitVec 8) (_ BitVec 8)))
(declare-const after (Array (_ BitVec 8) (_ BitVec 8)))
(declare-const top (_ BitVec 8))
(declare-const bottom (_ BitVec 8))
(declare-const carry (_ BitVec 1))
(declare-const zero (_ BitVec 1))
(declare-const word (_ BitVec 16))
(declare-const halted Bool)

(define-fun wide ((flag (_ BitVec 1))) (_ BitVec 8) ((_ zero_extend 7) flag))
(define-fun low ((both (_ BitVec 16))) (_ BitVec 8) ((_ extract 7 0) both))
(define-fun high ((both (_ BitVec 16))) (_ BitVec 8) ((_ extract 15 8) both))

; The stack grows down from #xf0 and has room.
(assert (and (bvule top #xf0) (bvult bottom top) (= bottom #x10)))
(assert (bvugt (bvsub top bottom) #x04))
(assert (= word (concat (select memory top) (select memory (bvsub top #x01)))))

; One instruction: a push of the flags, or a halt.
(assert (let ((pushed (store memory (bvsub top #x02) (wide carry))))
  (ite halted
       (= after memory)
       (= after (store pushed (bvsub top #x03) (bvadd (low word) (high word)))))))
(assert (=> (= zero #b1) (= (bvor (low word) (high word)) #x00)))

; The cell at #x05 is rewritten with what cannot be its value.
(assert (or (= (store memory #x05 #x05) (store memory #x05 (bvadd #x06 (wide zero))))
            (and halted (bvult (bvshl word #x0001) (bvlshr word #x0001)) (= top bottom))))
(assert (not (= (bvmul (wide carry) #x03) #x02)))
(check-sat)
