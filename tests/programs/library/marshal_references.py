# A value that occurs twice comes back as one value, also within itself; wrong bytes are refused.
import io
import marshal

shared = ["shared"]
pair = marshal.loads(marshal.dumps((shared, shared, {"key": shared})))
print(pair, pair[0] is pair[1] is pair[2]["key"])
pair = marshal.loads(marshal.dumps((shared, shared), 2))
print(pair, pair[0] is pair[1])

loop = []
loop.append(loop)
table = {}
table[None] = table
for value in (loop, table):
    made = marshal.loads(marshal.dumps(value))
    print(type(made).__name__, made[0 if type(made) is list else None] is made)
    try:
        marshal.dumps(value, 2)
    except ValueError as error:
        print(error)

for value in (slice(None), slice(1, 2, 3), slice({"a"}, (1, "b"), [2.5])):
    print(marshal.loads(marshal.dumps(value)))
    try:
        marshal.dumps(value, 4)
    except ValueError as error:
        print(error)

for content in (b"I" + (1 << 62).to_bytes(8, "little"), b"I" + b"\xff" * 8):
    print(marshal.loads(content))
for content in (
    b"l\x02\x00\x00\x00\x00\x00\x00\x00",
    b"l\x01\x00\x00\x00\x00\x80",
    b"r\x00\x00\x00\x00",
    b"\xbe\x01\x00\x00\x00r\x00\x00\x00\x00",
):
    try:
        print(marshal.loads(content))
    except ValueError as error:
        print(error)


class Reader(io.BytesIO):
    def readinto(self, buffer):
        return super().readinto(buffer) + 100


class Texts:
    def read(self, count):
        return ""


for file in (Reader(marshal.dumps(b"0123456789")), Texts()):
    try:
        marshal.load(file)
    except (ValueError, TypeError) as error:
        print(error)
