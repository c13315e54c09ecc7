# Decimal numbers in many contexts: results, exponents and flags of what is native, and of what
# goes on in Python.
import copy
import decimal
import numbers
import pickle
import threading
from decimal import Decimal as D

ROUNDINGS = (
    decimal.ROUND_DOWN, decimal.ROUND_HALF_UP, decimal.ROUND_HALF_EVEN, decimal.ROUND_CEILING,
    decimal.ROUND_FLOOR, decimal.ROUND_UP, decimal.ROUND_HALF_DOWN, decimal.ROUND_05UP,
)
state = 12345


def draw(limit):
    global state
    state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
    return (state >> 33) % limit


def number():
    length = (1, 2, 3, 9, 10, 18, 19, 28, 29, 40)[draw(10)]
    digits = "".join(str(draw(10)) for _ in range(length))
    if draw(8) == 0:
        digits = "9" * length
    return D((draw(2), tuple(map(int, digits)), -draw(length + 3) + draw(3)))


OPERATIONS = (
    lambda a, b: a + b, lambda a, b: a - b, lambda a, b: a * b, lambda a, b: b and a / b,
    lambda a, b: b and a // b, lambda a, b: b and a % b, lambda a, b: -a, lambda a, b: abs(a),
    lambda a, b: a ** draw(30) if a else a, lambda a, b: abs(a).sqrt(), lambda a, b: a.normalize(),
    lambda a, b: a.quantize(D((0, (1,), -draw(6))), rounding=ROUNDINGS[draw(8)]),
    lambda a, b: round(a, draw(4)), lambda a, b: round(a), lambda a, b: int(a),
    lambda a, b: a.to_integral_value(), lambda a, b: a.to_integral_exact(),
    lambda a, b: (a < b, a == b, a >= b, hash(a) == hash(a * 1)), lambda a, b: a + draw(1000),
    lambda a, b: draw(1000) - a, lambda a, b: float(a), lambda a, b: f"{a:,.3f}|{a:>+30}|{a:.1%}",
    lambda a, b: b and divmod(a, b), lambda a, b: D(str(a)) == a, lambda a, b: bool(a),
)
for step in range(120):
    context = decimal.Context(
        prec=(3, 9, 16, 28, 28, 50)[draw(6)], rounding=ROUNDINGS[draw(8)], traps=[],
        Emin=(-999999, -20)[draw(8) == 0], Emax=(999999, 20)[draw(8) == 0], clamp=draw(8) == 0,
    )
    decimal.setcontext(context)
    a, b = number(), number()
    result = OPERATIONS[step % len(OPERATIONS)](a, b)
    flags = [signal.__name__ for signal, is_set in context.flags.items() if is_set]
    print(result, *sorted(flags))

# Traps.
context = decimal.Context(prec=3)
decimal.setcontext(context)
for trap in decimal.Inexact, decimal.Rounded, decimal.DivisionByZero, decimal.FloatOperation:
    context.clear_traps()
    context.traps[trap] = True
    for operation in (
        lambda: D(1) / 3, lambda: D("10.00") + 1, lambda: D(1) / 0, lambda: D(1.5),
        lambda: D("1.239").quantize(D("0.01")), lambda: D(2).sqrt(), lambda: D(2) ** 20,
    ):
        try:
            print(operation(), end=" ")
        except decimal.DecimalException as error:
            print(type(error).__name__, end=" ")
    print()
decimal.setcontext(decimal.Context())

# What is not finite, and other kinds of numbers.
print(D("inf") + 1, -D("nan"), D("-inf") * D("-2"), D("1e999999") * 10 if False else "", D(0) * -1)
print(D("1.5") == 1.5, D(1) == 1, D(3) < 3.5, {D("1.0"): "one"}[1], sum([D("0.1")] * 10), D(True))
print(sorted([D("2.5"), 1, D("-3"), 2.25]), max(D(1), D("1.5")), D("1_000.5"), D(" 7\n"), D("٣"))
print(isinstance(D(1), numbers.Number), decimal.HAVE_THREADS, decimal.MAX_PREC)
for text in "", "1.2.3", "1e", "abc", "--1":
    try:
        print(D(text))
    except decimal.InvalidOperation:
        print("invalid", repr(text))
try:
    D(1) + 1.5
except TypeError:
    print("no float")


# Classes below, copies.
class Money(D):
    def __str__(self):
        return "$" + super().__str__()


price = Money("19.99")
print(price, type(price * 2).__name__, price * 2, f"{price:.1f}", [price + price], price == D("19.99"))
print(pickle.loads(pickle.dumps(D("1.50"))), copy.deepcopy(D("2.50")), repr(D("1E+5")), D("0E-9"))
print(D("1.50").as_tuple(), D(-7).as_integer_ratio(), int(D("-1.99")), D("1.23456").adjusted())


# The context belongs to the thread.
def compute(precision, results):
    with decimal.localcontext() as own:
        own.prec = precision
        results[precision] = D(1) / 7
    results[-precision] = decimal.getcontext().prec


results = {}
threads = [threading.Thread(target=compute, args=(place, results)) for place in (3, 5, 40)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(sorted(results.items()))
decimal.getcontext().prec = 5
print(D(1) / 7, +D("1.234567"), decimal.getcontext())
