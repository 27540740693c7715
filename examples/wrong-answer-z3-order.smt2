; Written by hand.
; Fails with: z3-4.8.7
; Ends with: status 0
; It answers unsat, where z3-4.8.12 and z3-4.14.1 answer sat: a string comes
; before those that it begins.
(set-logic ALL)
(declare-const first String)
(declare-const second String)
(declare-const suffix String)
(declare-const length Int)
(declare-const is_sorted Bool)
(define-fun digits () (RegEx String) (re.+ (re.range "0" "9")))
(assert (= second (str.++ first suffix)))
(assert (= length (str.len second)))
(assert (str.in.re first digits))
(assert (=> is_sorted (and (str.< first second) (< length 8))))
(assert (or is_sorted (str.prefixof "x" first)))
(assert (ite (= suffix "") (> length 20) (str.contains first "7")))
(assert (= first "7"))
(assert (str.in.re suffix digits))
(check-sat)
