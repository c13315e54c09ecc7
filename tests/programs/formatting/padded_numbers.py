"""Numbers filled up to a width, as f-strings, format() and str() show them; keywords of dict()."""

NUMBERS = [0, 1, -1, 9, 10, -10, 99, 1234, -1234, 2**31, -(2**31), 2**61, -(2**61), 2**62, 2**63, -(2**63), 10**30]
for number in NUMBERS:
    for fill in ("", "0"):
        for width in (1, 2, 4, 9, 10, 19, 20, 21, 99, 100):
            for kind in ("", "d"):
                given = format(number, f"{fill}{width}{kind}")
                digits = "%d" % abs(number)
                sign = "-" if number < 0 else ""
                blank = "0" * max(0, width - len(digits) - len(sign)) if fill else ""
                expected = (sign + blank + digits).rjust(width)
                assert given == expected == f"{number:{fill}{width}{kind}}", (number, fill, width, given)
                assert len(given) == len(expected) and hash(given) == hash(expected)
    print(str(number), f"{number:3}|{number:03d}|{number:d}|{number}", str(number) == repr(number))
for specification in ("0", "00", "005", "000d", "d", "0d", "5x", "05b", "5.1", "<5", "05.1f", "5,", "5s", "1" * 30):
    for value in (7, -7, True):
        try:
            print(repr(format(value, specification)), end=" ")
        except (ValueError, OverflowError) as error:
            print(type(error).__name__, end=" ")
    print()
print(f"{True:3}|{False:03d}|{True}", str(True), format(True, "2"))


class Number(int):
    def __format__(self, specification):
        return f"<{specification}>"

    def __str__(self):
        return "number"


print(f"{Number(3):04d}", str(Number(3)), f"{Number(3)}", str(5), str(object=5))
print(dict(a=1, b=2), dict({"a": 0}, a=1), dict([("b", 3)], a=1, b=2), dict(**{"x y": 1}), dict())
try:
    dict(3, a=1)
except TypeError as error:
    print(error)
for items in ({1, 2, 1}, {"a", "b", "a"}, {1.0, 1, True}, {(1, 2), (1, 2)}):
    print(len(items), sorted(items))
try:
    {1, [2], 3}
except TypeError as error:
    print("unhashable" in str(error))
for rows in ([(2, "b"), (1, "z"), (2, "a")], [(1,), (1, 2), ()], [(), ()], [(1, "a"), ("a", 1)][:1]):
    print(sorted(rows), sorted(rows, reverse=True), sorted(rows, key=len))
for mixed in ([3, "a"], ["a", 3], [(1, "a"), (1, 2)], [1.5, "a"]):
    try:
        print(sorted(mixed))
    except TypeError as error:
        print(error)
print(sorted([3, 1.5, True, -2]), sorted([2.5, 1, 3]), sorted([10**30, 5, -(10**30)]), sorted([]))
print(sorted([1, True, 1.0, 0, False, 0.0]), sorted([1.0, True, 1], reverse=True), sorted([True, 1, 1.0]))
names = ["b1", "a2", "b2", "a1", "c1", "a3"]
print(sorted(names, key=lambda name: name[0]), sorted(names, key=lambda name: name[0], reverse=True))
print(sorted(names, key=lambda name: float(name[1])), sorted(names, key=lambda name: (name[1], -ord(name[0]))))
nan = float("nan")
print(len(sorted([nan, 1.0, nan])), sorted(["é", "z", "\ud800", "𝄞"]) == ["z", "é", "\ud800", "𝄞"])
