"""What methods of built-in types tell of arguments that they cannot take, and in which order."""


def attempt(action, *arguments, **named):
    try:
        print(action(*arguments, **named))
    except Exception as error:
        print(type(error).__name__, error)


class Text(str):
    pass


print("formats")
for value in ("text", b"", [], 1, None, object()):
    for wanted in (None, 1, b""):
        attempt(value.__format__, wanted)
attempt(format, 1, None)
attempt(format, "", 2)

print("encodings")
for kind in (bytes, bytearray, str):
    for source in (None, 1, "x", b"x"):
        for encoding in (1, None, b"", "no\0name", "\ud800", "utf-8"):
            attempt(kind, source, encoding)
        attempt(kind, source, "utf-8", None)
        attempt(kind, source, errors=1)
attempt(str, encoding=None)
attempt(str, errors=None)
attempt(str, encoding=1)

print("tables")
for arguments in (
    (1, ""), (None, "a"), (None, None), ("a", None), ("a", 1, 2), ("a", "b", None), (1, 2, 3), ("a", "b", b""),
    (1, "b", 3), ("a", "bc"), (1,),
):
    attempt(str.maketrans, *arguments)

print("hexadecimal")
for source in (b"61 62", bytearray(b"6A"), memoryview(b"ff"), b"", b"6", b"xy", b"6\xff", 1, None, ["61"]):
    attempt(bytes.fromhex, source)
    attempt(bytearray.fromhex, source)

print("places")
for place in (None, 2.5, "x", 10**20, -(10**20)):
    for byte in (-1, 256, "x", None):
        attempt(bytearray(b"ab").insert, place, byte)
for limit in (None, 2.5, "x", Text("x"), object):
    attempt([1].index, 1, limit)
    attempt((1,).index, 1, 0, limit)

print("views")
attempt(memoryview(b"ab").cast, None)
attempt(memoryview(b"ab").cast, 1)
