; Written by hand.
; Fails with: z3-4.8.7
; Ends with: status 0
; It answers unsat to the second query, where z3-4.8.12, z3-4.14.1 and cvc5-1.0.3
; answer sat: a string comes before those that it begins.
(set-logic ALL)
(declare-const key String)
(declare-const next String)
(declare-const suffix String)
(declare-const size Int)
(assert (= size (str.len key)))
(push 1)
(assert (str.< next key))
(assert (= key next))
(check-sat)
(pop 1)
(push 1)
(assert (= key "7"))
(assert (or (= next (str.++ key "7")) (> size 3)))
(assert (str.< key next))
(check-sat)
(pop 1)
(assert (> size 2))
(check-sat)
