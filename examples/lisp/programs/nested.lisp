; Futures made in an atomic block start when it ends; a future may make futures; a closure carries
; its environment to another thread.
(define order (cell nil))
(define f (atomic
  (let ((made (future (get order))))
    (put! order 'before)
    made)))
(print (wait f))
(define (tree depth)
  (if (= depth 0)
      1
      (let ((left (future (tree (- depth 1)))) (right (future (tree (- depth 1)))))
        (+ (wait left) (wait right)))))
(print "leaves" (tree 4))
(define (make-counter)
  (let ((n 10)) (lambda () (atomic (set! n (+ n 1)) n))))
(define counter (make-counter))
(define a (future (begin (counter) (counter))))
(define b (future (begin (counter) (counter))))
(wait a)
(wait b)
(print "counter" (counter))
