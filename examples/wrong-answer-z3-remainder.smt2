; Made by: scripts/fuzz-formulas --theory fp --size 2 --depth 3 --quantifiers --linear --seed 5 --print 125
; Fails with: z3-4.8.7
; Ends with: status 0
; It answers sat, where z3-4.8.12, z3-4.14.1 and cvc5-1.0.3 answer unsat: fp.rem is
; never infinite.
(set-logic ALL)
(declare-const b1 Bool)
(declare-const b2 Bool)
(declare-const f3 (_ FloatingPoint 3 5))
(declare-const f4 (_ FloatingPoint 3 5))
(declare-const f5 (_ FloatingPoint 3 5))
(declare-const b6 (_ BitVec 8))
(declare-const b7 (_ BitVec 8))
(declare-const b8 (_ BitVec 8))
(define-fun f9 () (_ FloatingPoint 3 5) (fp.max (fp.sqrt RNA (fp.abs f3)) ((_ to_fp 3 5) RTP ((_ fp.to_sbv 8) RNA f3))))
(assert (xor (not (not b1)) (and (= b1 b2) (exists ((b10 (_ BitVec 8))) b2))))
(assert (fp.leq ((_ to_fp 3 5) RTP ((_ fp.to_sbv 8) RNE (_ NaN 3 5))) ((_ to_fp 3 5) RNE ((_ fp.to_ubv 8) RTZ f3))))
(assert (fp.isInfinite (fp.rem (fp.mul RNA f3 f5) (fp.abs f3))))
(check-sat)
