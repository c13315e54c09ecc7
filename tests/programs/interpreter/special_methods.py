# Special methods and getters of a program's classes: results, refusals, errors, tracebacks, recursion.

class Number:
    def __init__(self, value):
        self.value = value

    def __add__(self, other):
        if isinstance(other, Number):
            return Number(self.value + other.value)
        if isinstance(other, int):
            return Number(self.value + other)
        return NotImplemented

    def __radd__(self, other):
        return Number(("reflected", other))

    def __sub__(self, other):
        return NotImplemented

    def __mul__(self, other):
        if other == 0:
            raise ValueError("no zero")
        return self.value * other

    def __eq__(self, other):
        if not isinstance(other, Number):
            return NotImplemented
        return self.value == other.value

    def __lt__(self, other):
        if not isinstance(other, Number):
            return NotImplemented
        return self.value < other.value

    def __le__(self, other):
        return NotImplemented

    def __ge__(self, other):
        return "a true text" if self.value else ""

    def __hash__(self):
        return hash(self.value)

    def __getitem__(self, key):
        if key == "missing":
            raise KeyError(key)
        return (self.value, key)

    def __setitem__(self, key, value):
        self.value = (key, value)
        return "nobody sees this"

    def __contains__(self, item):
        return [item] if item == self.value else []

    def __repr__(self):
        return f"Number({self.value!r})"

    @property
    def double(self):
        return self.value * 2

    @property
    def broken(self):
        return self.absent


class Added(Number):
    def __iadd__(self, other):
        self.value += 100
        return self

    def __radd__(self, other):
        return "reflected first"


def attempt(function, *arguments):
    try:
        return function(*arguments)
    except Exception as error:
        return type(error).__name__, str(error)


def add(a, b):
    return a + b


def add_to(a, b):
    a += b
    return a


def subtract(a, b):
    return a - b


def multiply(a, b):
    return a * b


def order(a, b):
    return [attempt(lambda: a < b), attempt(lambda: a <= b), attempt(lambda: a > b),
            attempt(lambda: a >= b), a == b, a != b]


def branches(a, b):
    found = []
    if a < b:
        found.append("<")
    if a == b:
        found.append("==")
    if not a == b:
        found.append("not ==")
    if a != b:
        found.append("!=")
    if a >= b:
        found.append(">=")
    while a < b:
        found.append("while")
        b = a
    return found


one, two, three = Number(1), Number(2), Added(3)
for turn in range(2):
    for a, b in ((one, two), (two, one), (one, one), (one, Number(1)), (one, three), (three, one),
                 (one, 5), (5, one), (one, 2.5), (one, "x"), (one, None)):
        print(a, b, attempt(add, a, b), attempt(subtract, a, b), attempt(multiply, a, 3))
        print(order(a, b), attempt(branches, a, b))
    print(attempt(multiply, one, 0), attempt(add_to, Number(1), 1), attempt(add_to, Added(1), 1))
    print(one[1], one["k"], attempt(lambda: one["missing"]), 1 in one, 2 in one, 2 not in one)
    changed = Number(0)
    changed["k"] = "v"
    print(changed, changed.double, one.double, attempt(lambda: one.broken))


def deep(number):
    return number.deeper


class Deep:
    @property
    def deeper(self):
        return deep(self)


try:
    deep(Deep())
except RecursionError as error:
    print("recursion", str(error)[:32])


class Failing:
    def __add__(self, other):
        return self.helper(other)

    def helper(self, other):
        raise RuntimeError("in the helper")

    @property
    def value(self):
        return self + 1


def outer(failing):
    return failing.value


try:
    outer(Failing())
except RuntimeError as error:
    place = error.__traceback__
    while place:
        print(place.tb_frame.f_code.co_name, place.tb_lineno)
        place = place.tb_next


class Fallback:
    def __getattr__(self, name):
        return "instead of " + name

    @property
    def half(self):
        return self.nothing + '!'


print(Fallback().half, Fallback().other)


def gauss(n):
    total = Number(0)
    for i in range(n):
        total = total + Number(i)
        if total < Number(10):
            total = total + 1
    return total.double


print(gauss(2000))


class Matrix:
    def __init__(self, n):
        self.rows = [[i * n + j for j in range(n)] for i in range(n)]
        self.n = n

    def __getitem__(self, at):
        return self.rows[at[0]][at[1]]

    def __setitem__(self, at, value):
        self.rows[at[0]][at[1]] = value

    def __len__(self):
        return self.n

    def __call__(self, a, b=1):
        return self[a, a] + b


m = Matrix(4)
for i in range(len(m)):
    for j in range(len(m)):
        m[i, j] += m[j, i] * 2
print(m.rows, m(2), m(1, 5), attempt(m), attempt(m, 9))


def generated(m):
    for i in range(len(m)):
        yield m[i, i] + m(i)


print(list(generated(m)), sum(generated(m)))
