; Written by hand.
; Fails with: z3-4.8.7
; Ends with: status 0
; The core that it prints is empty: ctx-solver-simplify does not tell what it has used.
(set-option :produce-unsat-cores true)
(set-logic QF_LIA)
(declare-const width Int)
(declare-const height Int)
(declare-const load Int)
(declare-const heavy Bool)
(assert (! (and (> width 0) (> height 0)) :named positive))
(assert (! (=> heavy (> load 50)) :named heavy-load))
(assert (! (or heavy (< load 10)) :named light-load))
(assert (! (= load (* 2 width)) :named filled))
(assert (! (not (> width 6)) :named narrow))
(assert (! (> load 12) :named full))
(check-sat-using (then simplify ctx-solver-simplify smt))
(get-unsat-core)
