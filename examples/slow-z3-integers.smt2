; Made by: scripts/fuzz-formulas --theory int --size 6 --depth 4 --seed 8 --print 12
; Fails with: z3-4.8.7
; Ends with: no end within 15 seconds
; z3-4.8.12 and z3-4.14.1 answer both queries within a second.
(set-logic ALL)
(declare-const b1 Bool)
(declare-const b2 Bool)
(declare-const b3 Bool)
(declare-const i4 Int)
(declare-const i5 Int)
(declare-const i6 Int)
(assert (let ((i7 (div (mod (mod 1 2) (- i5)) (+ (div i5 i5) (- i5 i4))))) (distinct (div (div i6 i5) (div i7 1)) (* (abs i7) (abs i7)) (+ (div 0 i4) (div 2 i6)))))
(assert (xor (xor (<= (- 100) (* i4 i4)) (let ((b8 (= i5 13))) (let ((b9 b3)) true))) (and (not (not b2)) (=> (ite b2 b3 false) (=> b1 b1)))))
(push 1)
(assert (=> (> (- (ite b3 100 i4) (ite b2 i6 i6)) (* (+ 2 i5) (mod 1 (- 1)))) (and (ite (let ((b10 false)) false) (xor b3 b2) b3) (or b1 (and b1 b1) (distinct i5 i5 i5)))))
(assert (=> (or (ite (=> b2 b3) (and b1 b2) (ite b2 true b3)) (<= (* 13 1) (* 100 i6)) (ite (<= i4 i5) (not b2) (> i6 i5))) b2))
(check-sat)
(pop 1)
(assert (and (and (distinct (- i4) (ite false i6 i5) (abs i6)) (distinct (div i4 i6) (- 2) (let ((b11 false)) i6))) (not (and (not b1) (ite b1 false b2)))))
(assert (ite (and (= (* i6 i4) (mod i4 i4)) (> (- i6 i4) (ite b2 i5 i5))) (distinct (* (ite b1 i4 i4) (- i4 i4)) (- (div i4 i4) (div i4 i4)) (- (div i5 i6) (let ((i12 i4)) 100))) (> (div (* i6 i5) (let ((i13 100)) 100)) (- (* i5 i4) (mod i4 i5)))))
(push 1)
(assert (let ((i15 (div (+ i4 (let ((b14 b2)) i4)) (+ (* i4 i4) (- i5))))) (= (mod (abs 1) (- 1 i15)) (ite (= b1 false) (div (- 1) 13) (mod i4 1)))))
(check-sat)
