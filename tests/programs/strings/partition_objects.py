"""partition and rpartition give the separator as it was given, and a text that is not cut as it is."""


class Text(str):
    pass


class Bytes(bytes):
    pass


def show(text, separator):
    for name in ("partition", "rpartition"):
        parts = getattr(text, name)(separator)
        print(name, ascii(parts), [type(part).__name__ for part in parts], end=" ")
        print([part is text for part in parts], [part is separator for part in parts])


for text in ("a, b, c", Text("a, b, c"), "é€ b é€"):
    for separator in (", ", Text(", "), " b ", Text("€"), ";"):
        show(text, separator)
for text in (b"a, b, c", Bytes(b"a, b, c")):
    for separator in (b", ", Bytes(b", "), b";"):
        show(text, separator)
print(bytearray(b"a,b").partition(b","), bytearray(b"a,b").rpartition(b";"), b"a,b".partition(bytearray(b",")))
