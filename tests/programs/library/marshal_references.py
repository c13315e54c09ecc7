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

# Tuples may hold themselves below a list or a dict; slices and frozen sets may not.
loop = ([],)
loop[0].append(loop)
made = marshal.loads(marshal.dumps(loop))
print(type(made).__name__, made[0][0] is made)
made = marshal.loads(b"\xa8\x01\x00\x00\x00{Nr\x00\x00\x00\x000")
print(type(made).__name__, made[0][None] is made)
looped = slice(None, [])
looped.stop.append(looped)
for function, given in (
    (marshal.dumps, looped),
    (marshal.loads, b"\xba[\x01\x00\x00\x00r\x00\x00\x00\x00NN"),
    (marshal.loads, b"\xbe\x01\x00\x00\x00[\x01\x00\x00\x00r\x00\x00\x00\x00"),
    (marshal.loads, b"[\x01\x00\x00\x00" * 3000 + b"N"),
    (marshal.loads, b"[\x02\x00\x00\x00N0"),
):
    try:
        print(function(given))
    except (ValueError, TypeError) as error:
        print(type(error).__name__, error)

# As deep as CPython goes, whatever the limit of calls is.
head = last = []
for _ in range(1998):
    last.append([0])
    last = last[-1]
made, depth = marshal.loads(marshal.dumps(head)), 0
while made and made[-1]:
    made, depth = made[-1], depth + 1
print(depth)
last.append([0])
try:
    marshal.dumps(head)
except ValueError as error:
    print(error)

# The older formats have floats as texts; sets have one order.
for version in (0, 1):
    for value in (1.5, -0.1 + 2j, ("a", "é")):
        print(marshal.dumps(value, version))
print(marshal.dumps({3, 1, 2}, 2))
print(marshal.loads(marshal.dumps({"b", "a", ("c", 1)})) == {"a", "b", ("c", 1)})


class Changing:
    def __hash__(self):
        return 0

    def __buffer__(self, flags):
        changed.add(500)
        return memoryview(b"x")


changed = {Changing()}
changed.update(range(1, 60))
try:
    marshal.dumps(changed)
except RuntimeError as error:
    print(error)
