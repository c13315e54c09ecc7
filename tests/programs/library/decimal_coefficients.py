"""Decimal numbers whose coefficient lies in words or in a text: at the borders of both, by each operation, in contexts of
many kinds, in classes below, by several threads."""

import copy
import pickle
import random
from decimal import *
from threading import Thread

chance = random.Random(21)
SIGNALS = [
    Clamped, InvalidOperation, DivisionByZero, Inexact, Rounded, Subnormal, Overflow, Underflow, FloatOperation,
]
ROUNDINGS = [
    ROUND_CEILING, ROUND_DOWN, ROUND_FLOOR, ROUND_HALF_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, ROUND_UP, ROUND_05UP,
]
# Two slots have 62 bits each; 37 digits fit for sure, 38 are computed with.
BORDERS = [
    0, 1, 9, 10, 2**62 - 1, 2**62, 2**62 + 1, 2**63, 2**64, 10**18, 10**19 - 1, 10**19, 2**124 - 1, 2**124, 10**36,
    10**37 - 1, 10**37, 10**38 - 1, 10**38, 10**39, 2**127, 2**128 - 1, 2**128,
]


class Below(Decimal):
    pass


def number():
    if chance.random() < 0.1:
        return Decimal(chance.choice(["0", "-0", "0E+5", "-0E-7", "Infinity", "-Infinity", "NaN12", "-NaN", "sNaN3"]))
    digits = chance.choice([chance.choice(BORDERS), chance.randrange(10 ** chance.choice([1, 3, 9, 18, 19, 28, 29, 37, 40]))])
    exponent = chance.choice([0, 0, 0, -1, -2, -28, chance.randrange(-40, 40)])
    made = Decimal(f"{chance.choice(['', '', '-'])}{digits}E{exponent}")
    if chance.random() < 0.1:
        made = Decimal((chance.randrange(2), tuple(map(int, str(digits))), exponent))
    return Below(made) if chance.random() < 0.08 else made


def other():
    return chance.choice([number, number, number, lambda: chance.choice([1, -3, 0, 10**6, 2**62, -2**64, 10**30])])()


def context():
    made = Context(
        prec=chance.choice([1, 3, 9, 28, 28, 28, 36, 37, 38, 39, 50]),
        rounding=chance.choice(ROUNDINGS + [ROUND_HALF_EVEN] * 6),
        Emin=chance.choice([-999999, -999999, -20]), Emax=chance.choice([999999, 999999, 40]),
        clamp=chance.choice([0, 0, 1]), capitals=chance.choice([0, 1, 1]),
    )
    made.clear_traps()
    return made


def shown(value):
    if isinstance(value, Decimal):
        return f"{type(value).__name__}:{value}"
    if isinstance(value, (tuple, list)):
        return "[" + " ".join(map(shown, value)) + "]"
    return repr(value)


def report(name, function):
    here = getcontext()
    for signal in SIGNALS:
        here.flags[signal] = chance.random() < 0.3
    before = [bool(here.flags[signal]) for signal in SIGNALS]
    try:
        made = shown(function())
    except Exception as error:
        made = f"{type(error).__name__} {'' if isinstance(error, DecimalException) else error}"
    after = "".join("01"[bool(here.flags[signal])] for signal, was in zip(SIGNALS, before))
    print(name, made, after)


WITH_OTHER = """
__add__ __radd__ __sub__ __rsub__ __mul__ __truediv__ __rtruediv__ __floordiv__ __mod__ __divmod__ compare max min
max_mag min_mag quantize copy_sign compare_total compare_signal same_quantum remainder_near next_toward scaleb __lt__
__le__ __eq__ __ne__ __gt__ __ge__
""".split()
ALONE = """
__neg__ __pos__ __abs__ __str__ __repr__ __bool__ __int__ __float__ __round__ __floor__ __ceil__ __trunc__ sqrt normalize
to_integral_value to_integral_exact is_nan is_zero is_finite is_signed is_infinite is_qnan is_snan is_normal
is_subnormal adjusted as_tuple copy_abs copy_negate as_integer_ratio number_class to_eng_string logb next_plus
next_minus canonical conjugate radix
""".split()

for name in WITH_OTHER * 6:
    setcontext(context())
    left, right = number(), other()
    report(name, lambda: getattr(left, name)(right))
for name in ALONE * 5:
    setcontext(context())
    left = number()
    report(name, lambda: getattr(left, name)())
    if name == "__bool__" and not left.is_nan():
        report("hash", lambda: hash(left))
        report("converted", lambda: (int(left) if left.is_finite() and abs(left) < 10**60 else 0, float(left)))
for _ in range(60):
    setcontext(context())
    left, right, third = number(), other(), other()
    report("fma", lambda: left.fma(right, third))
    example, rounding = number(), chance.choice(ROUNDINGS)
    report("quantize", lambda: left.quantize(example, rounding=rounding))
    report("round", lambda: round(left, chance.randrange(-30, 30)))
    spec = chance.choice(["", ".2f", ".0f", ".5e", "g", "%", "010.3f", ",.2f", "E", ".28f"])
    report(f"format {spec}", lambda: format(left, spec))
    report("create", lambda: getcontext().create_decimal(chance.choice([str(left), 7, 10**40, 0.5])))
    report("by context", lambda: [getcontext().add(left, right), getcontext().divide(left, right), getcontext().plus(left)])
for given in [
    "0", "-0", "00.10", ".5", "5.", ".", "-", "+1.5", "- 1", "1.2.3", "1_000", " 7 ", "1e5", "-1E-7", "abc", "", "٣",
    "1234567890123456789", "12345678901234567890", "0.1234567890123456789", "9" * 37, "9" * 38, "9" * 39, "inf", "nan1",
    0, True, 1.5, -0.0, 0.1, 1e300, 2.0**-27, 2.0**-28, 2.0**64, 2.0**65, float("inf"), (0, (1, 2), -1), [1, (0, 3), 2],
    2**62, -2**62, 10**37, Below("2.5"), Decimal("2.5"), None, b"1",
]:
    for kind in Decimal, Below:
        setcontext(Context(traps=[]))
        report(f"{kind.__name__}({given!r:.30})", lambda: kind(given))
        report("in context", lambda: kind(given, getcontext()))
        report("by name", lambda: kind(given, context=getcontext()))
setcontext(Context(traps=[]))
report("alone", lambda: [Decimal(), Below(), Decimal(context=getcontext())])
report("other context", lambda: Decimal("1", 5))
for _ in range(30):
    left = number()
    again = [copy.copy(left), copy.deepcopy(left), pickle.loads(pickle.dumps(left)), type(left)(left), Decimal(left)]
    print(*map(shown, again))
below = Below("12.50")
below.note = "kept"
print(below, vars(below), below + 1, type(-below).__name__, below.is_signed(), hash(below) == hash(Decimal("12.5")))
for call in [
    lambda: Decimal.is_nan(5), lambda: Decimal.compare(1, 2), lambda: Decimal("1").fma(2), lambda: Decimal("1").max(),
    lambda: Decimal("1").compare("x"), lambda: Decimal("1").scaleb("x"), lambda: Decimal("1").copy_abs(1),
    lambda: Decimal("1").is_zero(1), lambda: Decimal("1").max(2, context=7), lambda: abs(Below("-2.5")),
]:
    report("wrong", call)

# Numbers and a context that threads share.
total = [Decimal(0)] * 4
shared = [Decimal(1) / Decimal(k) for k in range(1, 60)]


def work(place):
    setcontext(Context(prec=20 + place))
    for value in shared:
        total[place] += value * value
        total[place] = max(total[place], abs(-value))


crew = [Thread(target=work, args=(place,)) for place in range(4)]
for thread in crew:
    thread.start()
for thread in crew:
    thread.join()
print(*total)
