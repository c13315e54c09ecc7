# The methods of bytes, and what they say when they are used wrongly.
print(b"%s %d %r %a %c %x %5.2f|%-5s|" % (b"ab", 5, "é", b"q", 65, 255, 3.14159, b"z"))
print(b"%(a)s-%(b)05d" % {b"a": b"x", b"b": 42}, b"100%%" % (), b"%b" % b"q", b"%c%c" % (b"x", 66))
print(b"a,b,,c".split(b","), b"a b  c".split(None, 1), b"a,b,c".rsplit(b",", 1), b" a  b ".rsplit(None, 1))
print(b"l1\nl2\r\nl3\r".splitlines(), b"l1\nl2".splitlines(True), b"".splitlines(), b"\n\n".splitlines())
print(b"abc".partition(b"b"), b"abc".rpartition(b"x"), b"abc".partition(b"x"), b"abab".rpartition(b"a"))
print(b"-".join([b"a", bytearray(b"b")]), b"".join([]), b", ".join((b"x", b"y", b"z")))
print(b"abc".hex(), b"abcdef".hex(":", 2), b"abcdef".hex("-", -4), b"abc".hex(b"_"), bytes.fromhex("61 62\n63"))
print(b"aXbX".replace(b"X", b"--", 1), b"abc".replace(b"", b"-"), b"aaa".replace(b"a", b""), b"ab".replace(b"", b"-", 2))
print(b"abc".translate(bytes.maketrans(b"a", b"z"), b"c"), b"abc".translate(None, b"b"), b"ab".translate(None))
print(b"  x ".strip(), b"xxaxx".lstrip(b"x"), b"xxaxx".rstrip(b"xa"), b"\x0b\x0ca\t\r\n".strip(), b"aba".strip(b"a"))
print(b"abc".center(9, b"*"), b"ab".center(5), b"a".ljust(3, b"."), b"a".rjust(3), b"-5".zfill(5), b"+5".zfill(4))
print(b"a\tb\tc".expandtabs(4), b"a\tb".expandtabs(), b"\t".expandtabs(0), b"ab\ncd\te".expandtabs(tabsize=3))
print(b"Hello World".swapcase(), b"hello world-foo".title(), b"hELLO".capitalize(), b"AbC".lower(), b"AbC".upper())
print(b"abcabc".find(b"c"), b"abcabc".rfind(b"c"), b"abc".find(b"x"), b"abc".find(98), b"abcabc".find(b"c", 3), b"abc".find(b"", 3), b"abc".find(b"", 4))
print(b"abcabc".index(b"b", -3), b"abcabc".rindex(b"a", 0, 3), b"aaaa".count(b"aa"), b"abc".count(b""), b"aba".count(97), b"abc".count(b"b", 2))
print(b"abc".startswith(b"ab"), b"abc".startswith((b"x", b"a")), b"abc".endswith(b"bc"), b"abc".endswith(b"b", 0, 2), b"abc".startswith(b"", 5))
print(b"abc".removeprefix(b"ab"), b"abc".removesuffix(b"bc"), b"abc".removeprefix(b"x"))
print(b"abc".isalpha(), b"a1".isalnum(), b"12".isdigit(), b" \t".isspace(), b"abc".islower(), b"ABC1".isupper(), b"Ab Cd".istitle(), b"\x80".isascii(), b"".isalpha())
print(b"abc"[1], b"abc"[-1], b"abc"[1:], b"abc"[::-1], list(b"abc"), b"a" in b"abc", 97 in b"abc", b"" in b"")
print(b"ab" * 3, 2 * b"x", b"a" + b"b", b"a" < b"b", b"a" == "a", b"ab" > b"aa", len(b"abc"), bool(b""))
print(bytes(3), bytes([1, 2]), bytes("é", "utf-8"), bytes(b"x"), bytes(range(3)), bytes(), bytes(bytearray(b"q")), bytes("é", encoding="latin-1"))
print(repr(b"it's"), repr(b'"'), repr(b"'\""), b"\x00\t\n\r\\\x7f\xff", str(b"a"), ascii(b"\xff"))


class WithBytes:
    def __bytes__(self):
        return b"made"


class WithIndex:
    def __index__(self):
        return 2


print(bytes(WithBytes()), bytes(WithIndex()), b"%s" % WithBytes(), b"abc"[WithIndex()], bytes([WithIndex()]))


def attempt(function):
    try:
        print(function())
    except Exception as error:
        print(type(error).__name__, error)


attempt(lambda: b"abc".find("a"))
attempt(lambda: b"abc".index(b"x"))
attempt(lambda: b"abc".join([1]))
attempt(lambda: b"abc".join(5))
attempt(lambda: bytes("a"))
attempt(lambda: bytes(-1))
attempt(lambda: bytes([256]))
attempt(lambda: bytes(["a"]))
attempt(lambda: bytes(1.5))
attempt(lambda: bytes(b"a", "utf-8"))
attempt(lambda: b"a" + "b")
attempt(lambda: "a" + b"b")
attempt(lambda: bytes.fromhex("zz"))
attempt(lambda: bytes.fromhex("6 1"))
attempt(lambda: b"a".split(b""))
attempt(lambda: b"a".split("a"))
attempt(lambda: b"a".partition(b""))
attempt(lambda: b"a"[5])
attempt(lambda: b"abc".startswith("a"))
attempt(lambda: b"abc".startswith([b"a"]))
attempt(lambda: b"%d" % "x")
attempt(lambda: b"%s" % "x")
attempt(lambda: b"%c" % 256)
attempt(lambda: b"%d %d" % (1,))
attempt(lambda: b"%d" % (1, 2))
attempt(lambda: b"abc".translate(b"short"))
attempt(lambda: bytes.maketrans(b"a", b"bc"))
attempt(lambda: b"a".center(5, "x"))
attempt(lambda: b"a".hex("ab"))
attempt(lambda: b"a" * "b")
attempt(lambda: b"a" < 5)
attempt(lambda: 300 in b"abc")
attempt(lambda: "a" in b"abc")
attempt(lambda: b"a".upper(1))
attempt(lambda: b"abc".__setitem__)
