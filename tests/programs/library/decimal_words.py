"""Decimal numbers at the borders of machine words: digits, exponents, roundings, signals."""

import itertools
from decimal import (
    ROUND_05UP, ROUND_CEILING, ROUND_DOWN, ROUND_FLOOR, ROUND_HALF_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, ROUND_UP,
    Context, Decimal, Inexact, Rounded, getcontext, localcontext,
)
from threading import Thread

ROUNDINGS = [
    ROUND_05UP, ROUND_CEILING, ROUND_DOWN, ROUND_FLOOR, ROUND_HALF_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, ROUND_UP,
]


class Below(Decimal):
    pass


def show(function):
    try:
        print(function(), end=" ")
    except Exception as error:
        print(type(error).__name__, end=" ")


numbers = [Decimal(text) for text in [
    "0", "-0", "0.00", "1", "-1", "1.10", "2.25", "0.1", "3", "7", "-2.5", "0.005", "-0.015", "99.995", "1E+5", "5E-7",
    "123456789012345678", "999999999999999999", "-9999999999999999999", "1234567890123456789012345678.9", "1E-30",
    "1E+30", "4.000000", "0.000001", "0.0000001", "12345678901234567.5", "NaN", "Infinity", "9E+400", "1E-400",
]] + [Below("1.5"), 3, -4, 10**17, 10**20, True]
for a, b in itertools.product(numbers, numbers):
    if isinstance(a, int) and isinstance(b, int):
        continue
    show(lambda: a + b)
    show(lambda: a - b)
    show(lambda: a * b)
    show(lambda: a / b)
    show(lambda: (a < b, a == b, a >= b))
    print(sorted(signal.__name__ for signal, is_set in getcontext().flags.items() if is_set))
    getcontext().clear_flags()
for number in numbers:
    if isinstance(number, int):
        continue
    print(repr(number), str(number), f"{number}", "%s" % number)
    for places in [None, 0, 1, 2, 5, -1, -3, 17, 30]:
        show(lambda: round(number, places))
    for spec in [".0f", ".2f", ".9f", "f", ".3e", "10.2f", ",.2f", "%", ".1%", "g", ""]:
        show(lambda: format(number, spec))
    for example in [Decimal("0.01"), Decimal("1"), Decimal("1E+2"), Decimal("1E-20"), Decimal("NaN"), 1]:
        for rounding in ROUNDINGS[:3] + [None]:
            show(lambda: number.quantize(example, rounding))
            show(lambda: number.quantize(example, rounding=rounding))
        show(lambda: number.quantize(example))
    print()
for rounding in ROUNDINGS:
    for precision in [1, 2, 3, 9, 17, 18, 19, 20, 28, 37, 38, 39, 60]:
        with localcontext(Context(prec=precision, rounding=rounding)) as context:
            for a, b in [("2", "3"), ("-2", "3"), ("1", "8"), ("1", "32"), ("99999", "7"), ("123456789012345678", "987654321098765432"),
                         ("-5", "2E-10"), ("999999999", "0.999999999"), ("25", "1000"), ("1E-20", "3E+20")]:
                a, b = Decimal(a), Decimal(b)
                print(a / b, a * b, a + b, a - b, end=" ")
            print(bool(context.flags[Inexact]), bool(context.flags[Rounded]))
for context in [Context(Emin=-5, Emax=5, prec=4), Context(clamp=1, Emax=9, Emin=-9, prec=5), Context(prec=3, traps=[Inexact]),
                Context(prec=3, traps=[Rounded])]:
    with localcontext(context):
        for a, b in [("1.2345", "9.8765"), ("99999", "99999"), ("0.00001", "0.00001"), ("1E+5", "1"), ("1.0", "2.0")]:
            a, b = Decimal(a), Decimal(b)
            show(lambda: a + b)
            show(lambda: a * b)
            show(lambda: a / b)
            show(lambda: a.quantize(b))
            show(lambda: round(a, 2))
            show(lambda: f"{a:.2f}")
        print()
total = Decimal(0)


class Account:
    balance = Decimal("0.00")


def work():
    with localcontext(prec=10):
        for _ in range(300):
            Account.balance += Decimal("0.10")


threads = [Thread(target=work) for _ in range(3)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(Account.balance <= Decimal(90), Account.balance > 0, str(Account.balance)[-1])
