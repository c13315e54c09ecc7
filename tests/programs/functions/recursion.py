# Recursion: direct, mutual, deep enough to grow the stack.
def factorial(n):
    return 1 if n == 0 else n * factorial(n - 1)


def fib(n):
    if n < 2:
        return n
    return fib(n - 1) + fib(n - 2)


def even(n):
    return True if n == 0 else odd(n - 1)


def odd(n):
    return False if n == 0 else even(n - 1)


def ackermann(m, n):
    if m == 0:
        return n + 1
    if n == 0:
        return ackermann(m - 1, 1)
    return ackermann(m - 1, ackermann(m, n - 1))


def hanoi(n, source, target, spare, moves):
    if n:
        hanoi(n - 1, source, spare, target, moves)
        moves.append((source, target))
        hanoi(n - 1, spare, target, source, moves)


def depth(n):
    return 0 if n == 0 else 1 + depth(n - 1)


print(factorial(30), [fib(i) for i in range(18)], even(100), odd(101))
print(ackermann(2, 5), depth(500))
moves = []
hanoi(5, "a", "b", "c", moves)
print(len(moves), moves[:4])


def endless(n):
    return endless(n + 1)


try:
    endless(0)
except RecursionError:
    print("RecursionError caught")
print(depth(300))
