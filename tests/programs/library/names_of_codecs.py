# Names that cannot be those of an encoding or a handler, and what handlers may answer.
import codecs


def tell(function, *args):
    try:
        print(ascii(function(*args)))
    except Exception as error:
        place = (error.start, error.end) if isinstance(error, UnicodeError) else ""
        print(type(error).__name__, ascii(str(error)), place)


for name in "utf-8\udce2\udc80", "utf-8\0", "utf-8\xe9", "nobody\0", "nobody\udc80":
    tell("text".encode, name)
    tell(b"text".decode, name)
    tell(b"".decode, name)
    tell(str, b"text", name)
    tell(bytes, "text", name)
    tell(codecs.lookup, name if name != "utf-8\xe9" else "none\xe9")
for errors in "strict\0", "strict\ud800":
    tell("text".encode, "utf-8", errors)
    tell(b"text".decode, "utf-8", errors)
    tell(bytearray, "text", "utf-8", errors)

answer = None
codecs.register_error("answering", lambda error: (answer, error.end))
for encoding in (
    "ascii", "latin-1", "utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32",
    "utf-32-le", "utf-32-be",
):
    for answer in "abc", "\xbd", "\u0153", "\U0001f40d", "\udcff", b"a", b"ab", b"abc", b"abcd":
        print(encoding, ascii(answer), end=" ")
        tell("[\udc80]".encode, encoding, "answering")

for encoding in "ascii", "latin-1", "utf-8", "utf-8-sig", "utf-16-le", "utf-32-be":
    for text in "[\udc80\ud800\udfff]", "\ud800", "\udc80\udcff", "a\udc80\udc81\u20ac\ud800":
        print(encoding, ascii(text), end=" ")
        tell(text.encode, encoding, "surrogateescape")

# A program may set what an error is about to anything.
for kind, *arguments in (
    (UnicodeEncodeError, "ascii", "", 0, 1, "bad"), (UnicodeDecodeError, "ascii", b"", 0, 1, "bad"),
    (UnicodeTranslateError, "", 0, 1, "bad"),
):
    error = kind(*arguments)
    error.object = []
    for handler in "replace", "ignore", "backslashreplace", "xmlcharrefreplace", "namereplace":
        print(handler, end=" ")
        tell_error = codecs.lookup_error(handler)
        try:
            print(tell_error(error))
        except TypeError as refusal:
            print(refusal)


class Pretender(str):
    __class__ = UnicodeEncodeError


for handler in "strict", "ignore", "replace", "surrogateescape":
    try:
        codecs.lookup_error(handler)(Pretender())
    except TypeError:
        print(handler, "refuses")
