; Found by mutating the tokens of a script: the first line of the datatypes is closed too early.
; Fails with: z3-4.8.7
; Ends with: signal 11
; z3-4.8.12 and z3-4.14.1 report the error and go on.
(set-logic ALL)
(set-info :source |A wood (of trees|)
(declare-datatypes ((Tree 0) (Forest 0))) (
  ((leaf) (node (age Int) (children Forest)))
  ((none) (more (head Tree) (tail Forest)))))
(declare-const root Tree)
(declare-const other Tree)
(declare-const old Bool)
(assert (=> old (distinct root other)))
(assert (or old (= root other)))
(check-sat)
(get-model)
