# Comparison operators, chains, identity and truth.
values = [-1, 0, 1, 2.5, True, False]
for a in values:
    for b in values:
        print(a, b, a < b, a <= b, a == b, a != b, a > b, a >= b)
x = 5
print(1 < x < 10, 1 < x < 3, 10 > x >= 5, 1 < x < 10 < 20, x == 5 == 5.0)
print("a" < "b", "a" < "B", "abc" < "abcd", "" < "a", "b" > "abc")
print([1, 2] < [1, 3], [1, 2] < [1, 2, 0], (1, 2) == (1, 2), (1, 2) < (2,), [1] == (1,))
print(None is None, None == 0, x is not None, not x, not 0)
print(1 in [1, 2], 3 not in [1, 2], "b" in "abc", "d" in {"d": 1}, 2 in (1, 3), 2 in {1, 2})


def shown(value):
    print("seen", value)
    return value


print(shown(1) < shown(2) < shown(0) < shown(9))
print(shown(0) or shown(3) and shown(4))
print(shown("") and shown(1), not shown([]))
try:
    1 < "a"
except TypeError as error:
    print(error)
