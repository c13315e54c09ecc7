# Methods of integers, conversions from text, and their messages.
def attempt(function):
    try:
        print(function())
    except Exception as error:
        print(type(error).__name__, error)


print((255).to_bytes(2, "big"), (255).to_bytes(2, "little"), (-1).to_bytes(2, "big", signed=True), (0).to_bytes(1, "big"), (5).to_bytes(), (1000).to_bytes(length=3, byteorder="little"), (0).to_bytes(0, "big"), (-128).to_bytes(1, "big", signed=True))
print(int.from_bytes(b"\x01\x00", "big"), int.from_bytes(b"\x01\x00", "little"), int.from_bytes(b"\xff\xff", "big", signed=True), int.from_bytes([1, 2], "big"), int.from_bytes(b"", "big"), int.from_bytes(bytearray(b"\x80"), "big", signed=True), int.from_bytes(b"\x05"))
print((10).bit_length(), (-10).bit_length(), (0).bit_length(), (255).bit_count(), (-255).bit_count(), (2**100).bit_length(), (2**100 - 1).bit_count(), (7).as_integer_ratio(), (5).is_integer(), True.bit_length(), (5).conjugate(), (2**70).numerator)
print(int(), int("12"), int(" 12\n"), int("-0x1f", 16), int("0b101", 0), int("0o17", 0), int("z", 36), int("1_000"), int("٣٤"), int(b"12"), int(bytearray(b"7")), int(3.9), int(-3.9), int(True), int("0", 0), int("00", 0), int("1010", base=2), int("+5"))
print(round(1234, -2), round(1250, -2), round(1350, -2), round(-1250, -2), round(5), round(5, 2), round(15, -1), round(25, -1), round(10**20 + 5, -1), round(7, -5), round(12345, ndigits=-3))
print(pow(2, 10), pow(2, -1), pow(2, 10, 1000), pow(3, -1, 7), pow(3, -2, 7), pow(-2, 3, 5), pow(2, 3, -5), pow(0, 0), pow(2, 0, 1), pow(base=2, exp=5, mod=7), pow(10, 20), (-2) ** 3, 2 ** -2, pow(5, 3, 1), (-3) ** -1)
print(divmod(7, 3), divmod(-7, 3), divmod(7, -3), divmod(-7, -3), divmod(10**20, 7), divmod(7, 2.5), divmod(True, 2), 7 // -2, -7 % 3, 7 % -3, 0 // 5, -1 // 2)
print(1 << 70, -1 << 3, 1 >> 5, -5 >> 1, -1 >> 100, 5 & 3, 5 | 3, 5 ^ 3, ~5, -5 & 3, 2**70 & (2**65 - 1), -(2**70) | 1, True & 3, True | False, True ^ True, ~True if False else "")
print(bin(10), oct(-8), hex(255), bin(0), hex(-2**70), bin(True), f"{2**70:x}", f"{-5:b}", f"{10:#o}")
print(5 == 5.0, 2**53 == float(2**53), 2**53 + 1 == float(2**53), 1 < 1.5, 10**400 > 1e308, 10**400 < float("inf"), -10**400 > float("-inf"), 3 != 3.5, 5 > float("nan"), 0 == False, 1 == True)
print(hash(0), hash(1), hash(-1), hash(2**61 - 1), hash(2**61), hash(-(2**61)), hash(10**30), hash(True), hash(-(2**61 - 1)), hash(2**62 + 5), hash(-2))
print(10**18 * 10**18, 2**64 - 1, -(2**63), 2**62 + 2**62, 3**50 // 3**48, 3**50 % 10**10, -(3**50) // 7, 12345678901234567890 * 98765432109876543210, abs(-2**70), -(-2**70), +5, -0)
print(isinstance(True, int), True + True, True * 5, sum([True, False, True]), [10, 20][True], True is True, bool(5), bool(0), bool(""), bool([0]), bool(None), str(True), repr(False), int(True), f"{True}", f"{True:d}", True == 1.0)
print((5).__add__(3), (5).__radd__(3), (5).__add__("x"), (5).__eq__(5.0), (5).__lt__(6), (5).__index__(), (5).__float__(), (5).__bool__(), (5).__hash__(), (5).__str__(), (5).__divmod__(3), (5).__rdivmod__(13), (5).__pow__(2), (5).__pow__(2, 7), (5).__rpow__(2), (5).__round__(), (15).__round__(-1), (5).__trunc__(), (5).__ceil__(), (5).__floor__(), (5).__int__(), (5).__neg__(), (5).__invert__(), (5).__lshift__(2), (5).__truediv__(2), (5).__getnewargs__())


class Index:
    def __index__(self):
        return 3


class Int:
    def __int__(self):
        return 42


class BadInt:
    def __int__(self):
        return "x"


class BadIndex:
    def __index__(self):
        return 1.5


print(int(Index()), int(Int()), [1, 2, 3, 4][Index()], "abcd"[:Index()], range(Index()), bin(Index()), hex(Index()), int("11", Index()) if False else "", 2 ** 3, round(15, -1), pow(2, 3))
attempt(lambda: int("abc"))
attempt(lambda: int(""))
attempt(lambda: int("1__0"))
attempt(lambda: int("_1"))
attempt(lambda: int("0x"))
attempt(lambda: int("12", 37))
attempt(lambda: int("12", 1))
attempt(lambda: int("9", 8))
attempt(lambda: int("0b12", 2))
attempt(lambda: int("010", 0))
attempt(lambda: int(12, 10))
attempt(lambda: int(None))
attempt(lambda: int([]))
attempt(lambda: int(base=10))
attempt(lambda: int("1", "x"))
attempt(lambda: int(float("nan")))
attempt(lambda: int(float("inf")))
attempt(lambda: int(b"x"))
attempt(lambda: int("1" * 5000))
attempt(lambda: len(str(10**4299)))
attempt(lambda: str(10**5000))
attempt(lambda: int(BadInt()))
attempt(lambda: int(BadIndex()))
attempt(lambda: [1][BadIndex()])
attempt(lambda: int("1 2"))
attempt(lambda: int("é"))
attempt(lambda: int("1", 2, 3))
attempt(lambda: (256).to_bytes(1, "big"))
attempt(lambda: (-1).to_bytes(1, "big"))
attempt(lambda: (128).to_bytes(1, "big", signed=True))
attempt(lambda: (-129).to_bytes(1, "big", signed=True))
attempt(lambda: (1).to_bytes(1, "x"))
attempt(lambda: (1).to_bytes(-1, "big"))
attempt(lambda: (1).to_bytes("a", "big"))
attempt(lambda: int.from_bytes("a", "big"))
attempt(lambda: int.from_bytes(5, "big"))
attempt(lambda: int.from_bytes([300], "big"))
attempt(lambda: pow(2, 3, 0))
attempt(lambda: pow(2, -1, 4))
attempt(lambda: pow(2.0, 3, 5))
attempt(lambda: pow("a", 2))
attempt(lambda: pow(2))
attempt(lambda: 1 << -1)
attempt(lambda: 1 >> -1)
attempt(lambda: 1 << 1.5)
attempt(lambda: 5 & 1.5)
attempt(lambda: 5 + None)
attempt(lambda: 5 @ 3)
attempt(lambda: round(5, 1.5))
attempt(lambda: round("a"))
attempt(lambda: abs("a"))
attempt(lambda: abs())
attempt(lambda: abs(1, 2))
attempt(lambda: bin(1.5))
attempt(lambda: hex("a"))
attempt(lambda: divmod("a", 1))
attempt(lambda: divmod(1))
attempt(lambda: float(10**400))
attempt(lambda: 10**400 / 3)
attempt(lambda: 10**400 * 1.5)
attempt(lambda: (5).foo)
attempt(lambda: 5())
attempt(lambda: 5[0])
attempt(lambda: len(5))
attempt(lambda: iter(5))
attempt(lambda: bool(1, 2))
attempt(lambda: bool(x=1))
attempt(lambda: int(x=1))
attempt(lambda: (5).bit_length(1))
attempt(lambda: int.bit_length())
attempt(lambda: int.bit_length("a"))
