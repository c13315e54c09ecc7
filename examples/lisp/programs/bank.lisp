; Transfers between accounts, each in an atomic block, while an auditor adds all accounts up, again
; and again: the sum is the same at every moment that anybody can see.
(default size 300)
(define account-count 20)
(define (make-accounts n) (if (= n 0) nil (cons (cell 100) (make-accounts (- n 1)))))
(define accounts (make-accounts account-count))
(define (account n) (find accounts n))
(define (find l n) (if (= n 0) (car l) (find (cdr l) (- n 1))))
(define total (* 100 account-count))

(define (add l sum) (if (null? l) sum (add (cdr l) (+ sum (get (car l))))))
(define (transfer from to amount)
  (atomic
    (put! (account from) (- (get (account from)) amount))
    (put! (account to) (+ (get (account to)) amount))))
(define (next seed) (remainder (+ (* seed 1103515) 12345) 2147483))
(define (transfers n seed)
  (if (= n 0)
      'done
      (let ((from (remainder seed account-count))
            (to (remainder (quotient seed 7) account-count)))
        (transfer from to (remainder seed 50))
        (transfers (- n 1) (next seed)))))
(define (audit n wrong)
  (if (= n 0)
      wrong
      (audit (- n 1) (if (= total (atomic (add accounts 0))) wrong (+ wrong 1)))))

(define clerks (list (future (transfers size 1)) (future (transfers size 2))
                     (future (transfers size 3))))
(define auditor (future (audit (quotient size 4) 0)))
(define (wait-all l) (if (null? l) 'done (begin (wait (car l)) (wait-all (cdr l)))))
(wait-all clerks)
(print "wrong sums:" (wait auditor))
(print "in the end:" (if (= total (add accounts 0)) "right" "wrong"))
