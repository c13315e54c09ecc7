"""Contexts: how they are made, changed and copied, and the numbers that are rounded by them."""

import copy
import decimal
import pickle
from decimal import *


def show(function, *arguments, **named):
    try:
        print(function(*arguments, **named))
    except Exception as error:
        print(type(error).__name__, error)


# ---- made
show(Context)
show(Context, 9)
show(Context, prec=9, rounding=ROUND_HALF_UP)
show(Context, 5, ROUND_DOWN, -10, 10, 0, 1)
show(Context, traps=[], flags=[])
show(Context, traps=[Inexact, Clamped], flags=[Rounded])
show(Context, None, None, Emax=99, capitals=0)
show(Context, 5, ROUND_UP, -9, 9, 1, 0, [Inexact], [Overflow])
for name, values in {
    "prec": (0, -1, 10**18, 10**18 - 1, 10**30, True, 1.0, "5", None),
    "rounding": ("ROUND_UP", "up", 3, None),
    "Emin": (0, 1, -(10**18), -999, None),
    "Emax": (0, -1, 10**18, 999, None),
    "capitals": (0, 1, 2, -1, True, "1"),
    "clamp": (0, 1, 2, False),
    "traps": ([ValueError], [3], [[]], (), 5, [Inexact, Inexact]),
    "flags": ([Subnormal, "x"], [], 7),
}.items():
    for value in values:
        print(name, value, end=": ")
        show(Context, **{name: value})
for arguments, named in ((1,), {"prec": 2}), ((), {"precision": 2}), (range(12), {}):
    try:
        Context(*arguments, **named)
    except TypeError:
        print("refused")

# ---- what is not given is that of the default context, as it is then
before = DefaultContext.prec
DefaultContext.prec = 11
DefaultContext.traps[Inexact] = 1
made = Context()
DefaultContext.prec = before
DefaultContext.traps[Inexact] = 0
later = Context()
print(made.prec, bool(made.traps[Inexact]), later.prec, bool(later.traps[Inexact]))
one, other = Context(), Context()
one.flags[Inexact], one.traps[Rounded] = True, True
print(bool(other.flags[Inexact]), bool(other.traps[Rounded]), bool(DefaultContext.flags[Inexact]))
flagged = Context(flags=[Inexact])
later = Context()
print(bool(flagged.flags[Inexact]), bool(later.flags[Inexact]))


class Own(Context):
    def __init__(self, digits):
        super().__init__(prec=digits, rounding=ROUND_CEILING)

    def double(self):
        return self.prec * 2


own = Own(4)
print(type(own).__name__, own.prec, own.double(), own.rounding, own.create_decimal("1.23451"))
print(own.divide(Decimal(1), Decimal(3)), own.create_decimal_from_float(0.1))


class Loose(Context):
    pass


print(Loose(prec=3).create_decimal("1.2345"), Loose().prec)
bare = Context.__new__(Context)
print(type(bare).__name__)

# ---- changed
context = Context(prec=9)
for name, values in {
    "prec": (3, 0, "3", 2.5, 10**18),
    "rounding": (ROUND_FLOOR, "ROUND", None),
    "Emin": (-5, 5),
    "Emax": (5, -5),
    "capitals": (0, 3),
    "clamp": (1, 3),
}.items():
    for value in values:
        try:
            setattr(context, name, value)
            print(name, getattr(context, name))
        except Exception as error:
            print(name, value, type(error).__name__, error)
for name in ("precision", "real", ""):
    try:
        setattr(context, name, 1)
    except AttributeError as error:
        print("AttributeError")
print(context)

# ---- copied
context.flags[Rounded] = True
for twin in (context.copy(), copy.copy(context), pickle.loads(pickle.dumps(context))):
    print(repr(twin) == repr(context), twin is context)
    twin.prec = 77
    twin.flags[Rounded] = False
    print(context.prec, bool(context.flags[Rounded]))

# ---- numbers
context = Context(prec=4, traps=[InvalidOperation])
for value in ("1.25", "-0", "0.00", "12345", "123450000", "-99995", "1e400", "1E-5", "  1", "1_0",
              "", "+7", "inf", "nan", "sNaN12", "x", "٣", 5, -123456, 10**40, True, Decimal("1.23456"),
              Decimal("-0.0"), Decimal("nan"), 1.5, (0, (1, 2, 3, 4, 5, 6), -3), None, [1]):
    print(repr(value), end=": ")
    context.clear_flags()
    try:
        made = context.create_decimal(value)
        print(repr(made), [signal.__name__ for signal in context.flags if context.flags[signal]])
    except Exception as error:
        print(type(error).__name__)
print(context.create_decimal(), context.create_decimal("2.34567"))
for rounding in (ROUND_CEILING, ROUND_FLOOR, ROUND_UP, ROUND_DOWN, ROUND_HALF_UP, ROUND_HALF_DOWN,
                 ROUND_HALF_EVEN, ROUND_05UP):
    context = Context(prec=5, rounding=rounding)
    for value in (9.95, -9.95, 0.1, 2.5, 0.0, -0.0, 1e300, 5e-324, 123456789.125, 1 / 3, 65536.5):
        context.clear_flags()
        made = context.create_decimal_from_float(value)
        flags = [signal.__name__ for signal in context.flags if context.flags[signal]]
        print(made, *sorted(flags), end="; ")
    print()
context = Context(prec=30)
for value in (7, -(10**40), float("inf"), float("-inf"), float("nan"), "1", None, Decimal(1), True):
    try:
        print(repr(context.create_decimal_from_float(value)))
    except TypeError:
        print("refused")
strict = Context(prec=5, traps=[Inexact])
show(strict.create_decimal_from_float, 2.5)
try:
    strict.create_decimal_from_float(0.1)
except Inexact:
    print("inexact", bool(strict.flags[Inexact]))

# ---- compared with floats
with localcontext() as context:
    context.clear_flags()
    print(Decimal("1.5") < 1.5, bool(context.flags[FloatOperation]))
    for number in (Decimal("1.5"), Decimal("-0"), Decimal("0.1"), Decimal(10) ** 30, Decimal("nan"),
                   Decimal("-inf"), Decimal("1e-400")):
        for value in (1.5, 0.1, 0.0, -0.0, 1e30, 5e-324, float("inf"), float("nan")):
            print(int(number == value), int(number != value), end="")
            try:
                print(int(number < value), int(number <= value), int(value < number), int(value >= number), end=" ")
            except InvalidOperation:
                print("invalid", end=" ")
        print()
    context.clear_flags()
    print(Decimal("0.5") == 0.5, bool(context.flags[FloatOperation]))
    context.traps[FloatOperation] = True
    try:
        print(Decimal("0.5") < 0.5)
    except FloatOperation:
        print("refused")
    print(Decimal("0.5") == 0.5, 0.5 == Decimal("0.5"), Decimal(2) != 0.5)


class Backwards(Decimal):
    def __lt__(self, other):
        return "backwards"


print(Backwards(1) < 2.0, 2.0 > Backwards(1), Backwards(1) > 0.5)

# ---- parts
for number in ("0", "-0.00", "12.340", "1e5", "-inf", "nan123", "9" * 60):
    print(Decimal(number).as_tuple())
parts = Decimal("-1.5").as_tuple()
print(type(parts).__name__, parts.sign, parts.digits, parts.exponent, Decimal(parts))

# ---- those of threads
saved = getcontext()
for template in (DefaultContext, BasicContext, ExtendedContext):
    setcontext(template)
    print(getcontext() is template, getcontext().prec, template.prec)
mine = Context(prec=3)
setcontext(mine)
print(getcontext() is mine, Decimal(1) / 3)
show(setcontext, 3)
setcontext(saved)
with localcontext(Context(prec=7), rounding=ROUND_UP) as local:
    print(Decimal(1) / 3, local.prec)
    local.prec = 2
    print(Decimal(1) / 3)
print(getcontext() is saved)
