; Written by hand.
; Fails with: z3-4.8.7
; Ends with: status 0
; Its assertions do not hold in the model that it prints: fp.rem is never infinite.
(set-logic QF_FP)
(set-info :source |The rest of a price that is paid in equal steps|)
(declare-const price (_ FloatingPoint 3 5))
(declare-const step (_ FloatingPoint 3 5))
(declare-const rest (_ FloatingPoint 3 5))
(declare-const rebate (_ FloatingPoint 3 5))
(declare-const paid Bool)
(assert (not (fp.isNaN price)))
(assert (fp.gt step rebate))
(assert (=> paid (fp.eq rest (fp.mul RNE step rebate))))
(assert (= rest (fp.rem price step)))
(assert (or paid (fp.lt rebate (fp.add RNE price step))))
(assert (fp.isInfinite rest))
(check-sat)
(get-model)
