# min, max, sum, any, all, len, round and friends.
print(min(3, 1, 2), max([3, 1, 2]), min("hello"), max([], default="none"), min([4, -5], key=abs), max("aa", "b", key=len))
print(sum([1, 2, 3]), sum([], 5), sum([0.1] * 3), sum([[1], [2]], []), sum(range(101)))
print(any([]), all([]), any([0, "", 3]), all([1, "a", 0]), any(map(lambda x: x > 2, [1, 2, 3])))
print(len("abc"), len([]), len({"a": 1}), len(range(10)), len((1,)), len({1, 2}))
print(abs(-3), abs(-3.5), abs(2 ** 70), divmod(17, 5), divmod(-17, 5), pow(2, 10), pow(2, 100, 7), round(3.14159, 3), round(15, -1), round(25, -1))
print(chr(65), ord("A"), hex(255), bin(10), hex(-255), bin(-5), chr(8364), ord("€"))
for label, function in (("min", lambda: min([])), ("max", lambda: max(())), ("sum", lambda: sum(["a"])), ("len", lambda: len(5)), ("chr", lambda: chr(-1)), ("ord", lambda: ord("ab"))):
    try:
        print(label, function())
    except (TypeError, ValueError) as error:
        print(label, type(error).__name__, error)
