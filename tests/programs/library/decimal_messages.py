# What decimal says of mistakes.

import decimal
from decimal import Context, Decimal, getcontext, localcontext


def attempt(make):
    try:
        print(make(), "is the result")
    except Exception as error:
        print(type(error).__name__, error)


for text in "x", "", "1e", "--1":
    attempt(lambda: Decimal(text))
for parts in (), (1, 2), (2, (1,), 0), ("a", (1,), 0), (0, (10,), 0), (0, "12", 0), (0, (1,), "x"), \
        (0, (1,), 1.5), [0, [1, 2], -1], (1, (), "F"), (0, (3,), "n"):
    attempt(lambda: Decimal(parts))
attempt(lambda: Decimal(1, "context"))
attempt(lambda: Decimal(1) / 0)
attempt(lambda: Decimal(0) / 0)
attempt(lambda: Decimal(5) // 0)
attempt(lambda: Decimal(5) % 0)
attempt(lambda: Decimal("sNaN") + 1)
attempt(lambda: Decimal("Infinity") - Decimal("Infinity"))
attempt(lambda: Decimal(-1).sqrt())
attempt(lambda: Decimal(-1).ln())
attempt(lambda: Decimal("1e999999") * Decimal("1e999999999999999999"))
attempt(lambda: Decimal(10).quantize(Decimal("1e-40")))
for convert in int, float, hash:
    for text in "NaN", "sNaN", "-Infinity":
        if (convert, text) not in ((float, "NaN"), (float, "-Infinity"), (hash, "NaN"),
                                   (hash, "-Infinity")):
            attempt(lambda: convert(Decimal(text)))
attempt(lambda: round(Decimal(1), "a"))
for name, value in (("prec", "a"), ("prec", 0), ("prec", -1), ("prec", 10 ** 18), ("Emin", 1),
                    ("Emin", 1.5), ("Emax", -1), ("capitals", 2), ("clamp", -1), ("rounding", 3),
                    ("rounding", "up")):
    attempt(lambda: Context(**{name: value}))
    attempt(lambda: setattr(getcontext(), name, value))
attempt(lambda: decimal.setcontext(1))
attempt(lambda: localcontext(1))
attempt(lambda: localcontext(nothing=1))
with localcontext(prec=3) as context:
    print(Decimal(2).sqrt(), context.prec)
decimal.setcontext(Context(prec=5))
print(Decimal(1) / 3)
context = Context(traps=[decimal.FloatOperation])
attempt(lambda: context.create_decimal(1.5))
with localcontext() as context:
    context.traps[decimal.InvalidOperation] = False
    print(Decimal("x"), Decimal(0) / 0, bool(context.flags[decimal.InvalidOperation]))
