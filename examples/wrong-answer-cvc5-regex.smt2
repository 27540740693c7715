; Written by hand.
; Fails with: cvc5-1.0.3 --incremental --strings-exp
; Ends with: status 0
; It answers unsat to the last query, where z3-4.14.1 answers sat to both: a last
; digit from 5 to 9 is in the set of all digits without the small ones.
(set-logic ALL)
(set-info :source |A licence key such as AB-1234-7, checked group by group|)
(declare-const key String)
(declare-const maker String)
(declare-const number String)
(declare-const parity String)
(declare-const limit Int)
(declare-const strict Bool)

(define-fun capital () RegLan (re.range "A" "Z"))
(define-fun digit () RegLan (re.range "0" "9"))
(define-fun small () RegLan (re.range "0" "4"))
(define-fun groups ((text String)) Bool
  (str.in_re text
    (re.++ ((_ re.loop 1 3) capital) (str.to_re "-") (re.+ digit) (str.to_re "-") digit)))
(define-fun joined ((first String) (second String) (third String)) String
  (str.++ first "-" (str.++ second "-" third)))

(assert (= key (joined maker number parity)))
(assert (or (not strict) (groups key)))
(assert (and (<= 2 (str.len maker)) (<= (str.len maker) limit) (< limit 4)))

(push 1)
(declare-const old String)
(assert (let ((tail (str.substr key 1 (- (str.len key) 1))))
  (and strict (= old tail) (not (= old key)) (str.prefixof "B" old))))
(check-sat)
(pop 1)

; The parity is a digit, and not a small one.
(assert (let ((size (str.len parity)) (big (re.inter (re.comp small) digit)))
  (and
    (=> strict (= size 1))
    (str.in_re parity digit)
    (or (str.in_re parity big)
        (and (> size 2) (str.contains parity "-"))))))
(assert (distinct maker number ""))
(assert (ite (= limit 3) (str.< maker number) (str.<= number "9999")))
(check-sat)
