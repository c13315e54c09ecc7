# Values as bytes and back.
import marshal

values = [
    None, True, False, ..., StopIteration, 0, 1, -1, 2**31 - 1, -(2**31), 2**31, -(2**100), 3**200,
    "", "text", "é", "\ud800", "x" * 300, b"", b"bytes", (), (1, "a", None), [], [1, [2, (3,)]],
    {}, {"a": 1, 2: [3]}, frozenset(), frozenset({1}), {5},
]
for value in values:
    back = marshal.loads(marshal.dumps(value))
    assert back == value and type(back) is type(value), (value, back)
print(len(values), "values are what they were")
print(marshal.dumps(None), marshal.dumps(True), marshal.dumps(...))
print(marshal.loads(b"\xe9\x01\x00\x00\x00"), marshal.loads(b"\xa9\x02\xda\x01ar\x01\x00\x00\x00"))
for content in (b"", b"i\x01", b"?", b"0", b"r\x05\x00\x00\x00"):
    try:
        marshal.loads(content)
    except (EOFError, TypeError, ValueError) as error:
        print(type(error).__name__)
try:
    marshal.dumps(object())
except ValueError as error:
    print(error)
nested = []
for _ in range(3000):
    nested = [nested]
try:
    marshal.dumps(nested)
except ValueError as error:
    print(error)
