; Threads that count in one cell: as many conflicts as there can be, and no count is lost.
(default size 400)
(define shared (cell 0))
(define (count n)
  (if (= n 0)
      'done
      (begin (atomic (put! shared (+ 1 (get shared))))
             (count (- n 1)))))
(define (start n) (if (= n 0) nil (cons (future (count size)) (start (- n 1)))))
(define (wait-all l) (if (null? l) 'done (begin (wait (car l)) (wait-all (cdr l)))))
(wait-all (start 4))
(print "counted" (if (= (get shared) (* 4 size)) "right" (get shared)))
