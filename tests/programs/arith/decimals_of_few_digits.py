"""Decimal numbers around the borders of the arithmetic in machine words, summed up by their texts."""
import decimal
import random
import zlib
from decimal import Decimal, getcontext

random.seed(20261127)
roundings = [decimal.ROUND_HALF_EVEN, decimal.ROUND_HALF_UP, decimal.ROUND_HALF_DOWN, decimal.ROUND_UP,
             decimal.ROUND_DOWN, decimal.ROUND_CEILING, decimal.ROUND_FLOOR, decimal.ROUND_05UP]


def number():
    digits = random.choice([1, 2, 3, 8, 9, 17, 18, 19, 20, 27, 28, 29, 36, 37, 38, 39, 40])
    kind = random.randrange(4)
    if kind == 0:
        value = random.randrange(10**digits)
    elif kind == 1:
        value = 10**digits - random.randrange(3)
    elif kind == 2:
        value = random.choice([1, 2, 4, 5, 25, 125]) * 10 ** random.randrange(digits)
    else:
        value = 2 ** random.randrange(1, 127) + random.randrange(-1, 2)
    return Decimal((random.randrange(2), tuple(map(int, str(value))), random.randrange(-25, 6)))


for precision in (1, 5, 18, 19, 20, 28, 36, 37, 38, 39, 50):
    context = getcontext()
    context.prec = precision
    seen = []
    for turn in range(400):
        context.rounding = roundings[turn % len(roundings)]
        context.clear_flags()
        a, b = number(), number()
        if turn % 7 == 0:
            b = random.randrange(-10**10, 10**10)
        if turn % 11 == 0:
            a, b = b, a
        for operation in (lambda: a + b, lambda: a - b, lambda: a * b, lambda: a / b, lambda: a < b, lambda: a == b):
            try:
                seen.append(str(operation()))
            except (decimal.DecimalException, ZeroDivisionError) as error:
                seen.append(type(error).__name__)
        seen.append("".join(sorted(flag.__name__ for flag, is_set in context.flags.items() if is_set)))
    print(precision, zlib.crc32("\n".join(seen).encode()))
print(*(Decimal(value) for value in (0, -0, 7, -7, 10**18, -(10**18), 2**45, 2**62, 10**40, True)))
# long
