# Arithmetic, comparison and container dunders, with reflected forms.
class Vector:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __repr__(self):
        return f"Vector({self.x}, {self.y})"

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y)

    def __sub__(self, other):
        return Vector(self.x - other.x, self.y - other.y)

    def __mul__(self, k):
        if not isinstance(k, (int, float)):
            return NotImplemented
        return Vector(self.x * k, self.y * k)

    def __rmul__(self, k):
        return self * k

    def __iadd__(self, other):
        self.x += other.x
        self.y += other.y
        return self

    def __neg__(self):
        return Vector(-self.x, -self.y)

    def __eq__(self, other):
        return isinstance(other, Vector) and (self.x, self.y) == (other.x, other.y)

    def __lt__(self, other):
        return abs(self) < abs(other)

    def __abs__(self):
        return (self.x ** 2 + self.y ** 2) ** 0.5

    def __bool__(self):
        return bool(self.x or self.y)

    def __getitem__(self, i):
        return (self.x, self.y)[i]

    def __len__(self):
        return 2

    def __contains__(self, v):
        return v == self.x or v == self.y


a, b = Vector(3, 4), Vector(1, 2)
print(a + b, a - b, a * 2, 3 * b, -a, abs(a), a == Vector(3, 4), a != b, b < a, b > a)
alias = a
a += b
print(a, alias is a, bool(Vector(0, 0)), bool(b), a[0], a[1], len(a), 2 in b, 9 in b)
x, y = b
print(x, y, list(b))
try:
    a * "text"
except TypeError as error:
    print(error)


class Mod:
    def __init__(self, v):
        self.v = v

    def __floordiv__(self, o):
        return ("floordiv", self.v, o)

    def __mod__(self, o):
        return ("mod", self.v, o)

    def __truediv__(self, o):
        return ("truediv", self.v, o)

    def __pow__(self, o):
        return ("pow", self.v, o)

    def __rsub__(self, o):
        return ("rsub", o, self.v)

    def __and__(self, o):
        return ("and", self.v, o)

    def __or__(self, o):
        return ("or", self.v, o)

    def __xor__(self, o):
        return ("xor", self.v, o)

    def __lshift__(self, o):
        return ("lshift", self.v, o)

    def __rshift__(self, o):
        return ("rshift", self.v, o)

    def __invert__(self):
        return ("invert", self.v)


m = Mod(5)
print(m // 2, m % 3, m / 4, m ** 5, 10 - m, m & 1, m | 2, m ^ 3, m << 4, m >> 5, ~m)
