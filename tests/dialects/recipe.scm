; No SMT-LIB at all: what a recipe needs.
#lang recipe
(define-recipe "bread; with seeds"
  (flour 500 'g) (water 3/4 "l") `(salt ,pinch) #(a vector) #t
  [bake (at 220) (for 45 'minutes)]
  {serves . 4})
(let loop ((n 0)) (if (< n 10) (begin (knead dough) (loop (+ n 1)))))
|and a loose symbol| 12 "string"
