"""Searches, padding, replacement, encoding: the common cases beside those that are not."""


class Text(str):
    pass


def show(function):
    try:
        result = function()
        print(type(result).__name__, ascii(result))
    except Exception as error:
        print(type(error).__name__, error)


texts = ["", "a", "ab", "abab", "key=value,other=more", "hélló wörld", "x" * 200 + "ab", Text("abab")]
for text in texts:
    for part in ["", "a", "ab", "ba", "=", "ó", "zz", Text("b")]:
        print(ascii(part), text.find(part), text.find(part, 1), text.find(part, 500), text.find(part, -2))
        print(text.count(part), text.count(part, 2), text.count(part, 0, 3))
        show(lambda: text.index(part, 1))
        for new in ["", "x", "longer"]:
            result = text.replace(part, new)
            print(type(result).__name__, ascii(result)[:60], len(result), ascii(text.replace(part, new, 1))[:40])
    for width in [-1, 0, 1, 2, 3, 5, 8, 21]:
        for fill in [" ", "*", "ö"]:
            show(lambda: text[:20].center(width, fill) + "|" + text[:20].ljust(width, fill))
            show(lambda: text[:20].rjust(width, fill))
        show(lambda: text[:20].zfill(width))
    show(lambda: text.encode())
    show(lambda: text.encode("utf-8"))
    show(lambda: text.encode("latin-1"))
    show(lambda: text.encode("ascii", "replace"))
    show(lambda: text.encode(encoding="utf8"))

show(lambda: "ab".find(1))
show(lambda: "ab".count(None))
show(lambda: "ab".replace("a", 1))
show(lambda: "ab".center("x"))
show(lambda: "ab".center(5, "xy"))
show(lambda: "ab".ljust(5, 1))
show(lambda: "ab".center(True))
show(lambda: "-5".zfill(6) + "+5".zfill(6) + "--5".zfill(5) + "-".zfill(1) + "".zfill(3))
show(lambda: "\ud800".encode())
show(lambda: "\ud800a".encode("utf-8", "surrogatepass"))
show(lambda: "é".encode())
for text in ["", "a", "hello world", "they're BILL'S 3d-4th", "x1y2 a_b", "éa", "ABC", Text("a b")]:
    show(lambda: text.title())
for text in ["", "\n", "a", "a\n", "a\r\nb\rc\n\nd", "\x0b\x0c\x1c\x1d\x1e", "a\x85b\u2028c", "\n" * 20, "\r\n\r"]:
    print(ascii(text.splitlines()), ascii(text.splitlines(True)), ascii(text.splitlines(keepends=False)))
for content in [b"", b"a", b"abc", "é".encode(), "🙂x".encode(), b"\xff", b"a\xc3", bytearray(b"ab"), b"\xed\xa0\x80"]:
    show(lambda: content.decode())
    show(lambda: content.decode("utf-8"))
    show(lambda: content.decode("latin-1"))
    show(lambda: content.decode("utf-8", "replace"))
    print(content.hex(), content.hex(":"), content.hex("-", 2), content.hex("-", -2), content.hex(sep="."))
show(lambda: b"ab".hex("::"))
show(lambda: b"ab".hex(1))
show(lambda: b"abc".hex("-", 0))
show(lambda: memoryview(b"abc").hex())


class Index:
    def __index__(self):
        return 17


for number in [0, 1, -1, 255, -255, 2**31, -2**31, 2**62, 2**63 - 1, -2**63, 2**64, 10**30, True, Index()]:
    print(hex(number), oct(number), bin(number))
show(lambda: hex(1.5))
for code in [0, 65, 127, 128, 233, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xffff, 0x10000, 0x10ffff]:
    print(ascii(chr(code)), ord(chr(code)) == code, chr(code) == chr(code), len(chr(code)), hash(chr(code)) == hash(chr(code)))
show(lambda: chr(-1))
show(lambda: chr(0x110000))
show(lambda: len(chr(0xd800)))
