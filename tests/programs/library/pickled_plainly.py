# Pickles of plain data: every kind, sharing, recursion, frames, and what is not plain.
import collections
import io
import pickle
import sys

shared = ["shared", (1, 2)]
loop = []
loop.append(loop)
knot = ([],)
knot[0].append(knot)
wide = ([], 1, 2, 3)
wide[0].append(wide)
round_dict = {}
round_dict["self"] = round_dict
VALUES = (
    None, True, False, 0, 1, 255, 256, 65535, 65536, -1, -128, -129, 2**31 - 1, 2**31, -2**31,
    -2**31 - 1, 2**62, -2**62, 2**63, -2**63, 2**64, 10**40, -10**40, 2**2100, 0.0, -0.0, 1.5,
    float("inf"), 1e-300, "", "text", "é☃𝄞", "x" * 255, "x" * 256, "\ud800lone", b"", b"bytes",
    b"\0" * 256, (), (1,), (1, 2), (1, 2, 3), (1, 2, 3, 4), [], [1], [1, "a"], list(range(1002)),
    {}, {"a": 1}, {"a": [1], "b": {"c": None}}, dict.fromkeys(range(1002)), set(), {1}, {1, "a"} - {"a"},
    frozenset(), frozenset([5]), [shared, shared, shared[0]], "y" * 70000, [b"z" * 70000, "after"],
    ["w" * 40000, "v" * 40000, 1], [[["deep"]]], bytearray(b"array"), 1j, range(3), Ellipsis,
    collections.OrderedDict(a=1), collections.Counter("aab"), collections.deque([1]), int, len,
)
for value in VALUES:
    for protocol in (None, 0, 4, 5):
        data = pickle.dumps(value, protocol)
        back = pickle.loads(data)
        assert back == value and type(back) is type(value), (value, protocol)
        if protocol in (4, 5):
            file = io.BytesIO()
            pickle._Pickler(file, protocol).dump(value)
            assert file.getvalue() == data, (str(value)[:50], protocol, data[:80], file.getvalue()[:80])
            assert pickle._Unpickler(io.BytesIO(data)).load() == value
print(len(VALUES), "values")
for protocol in (4, 5):
    for value in (loop, knot, wide, round_dict):
        file = io.BytesIO()
        pickle._Pickler(file, protocol).dump(value)
        data = pickle.dumps(value, protocol)
        assert file.getvalue() == data, (data, file.getvalue())
        print(protocol, data, repr(pickle.loads(data)))
back = pickle.loads(pickle.dumps([shared, shared, shared[0]]))
print(back[0] is back[1], back[0][0] is back[2])
print(pickle.loads(pickle.dumps(float("nan"))), pickle.loads(pickle.dumps(-0.0)))

deep = []
for _ in range(700):
    deep = [deep]
limit = sys.getrecursionlimit()
sys.setrecursionlimit(20000)
flat, depth = pickle.loads(pickle.dumps(deep)), 0
while flat:
    flat, depth = flat[0], depth + 1
print(depth)
sys.setrecursionlimit(limit)


class Point:
    def __init__(self, x):
        self.x = x

    def __eq__(self, other):
        return self.x == other.x

    def __hash__(self):
        return hash(self.x)


class Names(dict):
    pass


points = [Point(1), {"p": Point(2)}, {Point(3): 4}, Names(a=Point(5))]
print(pickle.loads(pickle.dumps(points)) == points, type(pickle.loads(pickle.dumps(points))[3]))
for bad in (
    b"", b"\x80\x05", b"\x80\x05K", b"\x80\x05.", b"\x80\x05(.", b"\x80\x05h\x00.", b"\x80\x05]K\x01s.",
    b"\x80\x09N.", b"\x80\x05X\xff\xff\xff\xffabc.", b"\x80\x05(a.", b"\x80\x05\x8c\x02\xff\xfe.",
    b"\x80\x05}(K\x01u.", b"\x80\x05]0.", b"\x80\x04K\x01K\x02.", b"\x80\x05}]K\x01s.",
):
    try:
        print(pickle.loads(bad))
    except Exception:
        print("refused")
print(pickle.loads(b"\x80\x04K\x07.rest"), pickle.loads(bytearray(b"\x80\x04K\x08.")))
