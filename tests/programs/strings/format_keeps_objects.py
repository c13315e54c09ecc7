# A text to which a format does nothing stays the same object; what exists once is the same object.
class Text(str):
    pass


text, plain = Text("abc"), "abc"
for specification in "", "s", "<2", "3", "3.4", "5", ".2", "<":
    formatted, own = format(text, specification), text.__format__(specification)
    print(repr(specification), type(formatted).__name__, formatted is text, own is text, format(plain, specification) is plain)
print(type(f"{text:s}").__name__, type(f"{text}").__name__, type("{}".format(text)).__name__)

empty, nothing, no_bytes = "", (), b""


def given(*arguments):
    return arguments


tuples = [tuple(), tuple([]), given(), given(*[]), (1, 2)[:0], (1,) * 0, (*[],), () + (), tuple(x for x in ())]
print([one is nothing for one in tuples])
strings = [
    bytes(), bytes(0), bytes([]), b"ab"[:0], b"a" * 0, b"".join([]), b"a".replace(b"a", b""), b" ".strip(), "".encode(),
    memoryview(b"").tobytes(), bytes(bytearray()), b"a".partition(b"a")[0], b"%b" % b"", bytes.fromhex(""),
]
print([one is no_bytes for one in strings])
texts = [
    str(), "ab"[:0], "a" * 0, "".join([]), "a".replace("a", ""), " ".strip(), b"".decode(), "{}".format(""), "%s" % "",
    f"{empty}", "a".partition("a")[0], "".lower(), ",".split(",")[0], empty.join(["", ""]), "".join(["", ""]),
]
print([one is empty for one in texts])
a, e, byte = "a", "é", b"a"
print([one is a for one in ("ab"[0], "ba"[1:], chr(97), " a ".strip(), "".join(["a"]), b"a".decode(), "a" * 1)])
print([one is e for one in ("éb"[0], "bé"[1:], chr(233), " é ".strip(), "é".encode().decode())])
print([one is byte for one in (b"ab"[:1], b"ba"[1:], bytes([97]), b" a ".strip(), b"".join([b"a"]), "a".encode(), b"%c" % 97)])
print("".join(["€"]), "€" * 1, "a€"[1:], "\x80\xff", "ÿĀ"[1], len("Ā" * 1))
