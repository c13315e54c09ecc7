# Quotients and rests of long integers and short ones.
import random

LONG = [2**64, 2**64 - 1, 2**127 + 1, 10**40, 3**300, 7**2000, 2**6000 - 1]
SHORT = [1, 2, 3, 10, 997, 2**31, 2**32 - 1, 2**32, 2**32 + 1, 2**63 - 1]
for long in LONG:
    for a in long, -long:
        for short in SHORT:
            for b in short, -short:
                quotient, rest = a // b, a % b
                assert quotient * b + rest == a and divmod(a, b) == (quotient, rest)
                assert (0 <= rest < b) if b > 0 else (b < rest <= 0)
                print(hash(quotient), rest, end=" ")
    print()
for a in LONG:
    for operate in (lambda: a % 0, lambda: a // 0, lambda: a % False):
        try:
            operate()
        except ZeroDivisionError as error:
            print(error)

random.seed(3)
together = 0
for _ in range(5_000):
    a = random.getrandbits(random.randrange(1, 3_000)) * random.choice([1, -1])
    b = (random.getrandbits(random.randrange(1, 40)) or 1) * random.choice([1, -1])
    together = hash((together, a // b, a % b))
print(together)
