# Lone surrogates in strings: they count as characters, and only some handlers encode them.
s = b"a\xffb".decode("utf-8", "surrogateescape")
print(ascii(s), len(s), s.encode("utf-8", "surrogateescape"), ascii(s.upper()), ascii(s[1]), ord(s[1]))
print(ascii(s * 2), ascii(s.replace("b", "c")), s.encode("utf-8", "surrogatepass"), [ascii(c) for c in s])
print(s == s + "", ascii("x" + s), {s: 1}[s], s.find("b"), s.index(s[1]), s.count("b"), ascii(s[::-1]))
print(ascii(chr(0xD800)), ascii(chr(0xD83D) + chr(0xDE00)), len(chr(0xD83D) + chr(0xDE00)), repr(chr(0xDFFF)))
print(chr(0xD800) < chr(0xE000), chr(0xDFFF) > "\ud7ff", sorted([chr(0xFFFF), chr(0xD801), "a"]) == ["a", chr(0xD801), chr(0xFFFF)])
print(ascii("".join([s, s])), ascii(s.split("b")), ascii(s.strip("a")), ascii(s.center(7, "*")), ascii(f"<{s}>"))
print(s.isalpha(), s.isprintable(), chr(0xD800).isalnum(), s.isascii(), ascii(s.title()), ascii(s.casefold()))
print(chr(0xDC80).encode("ascii", "surrogateescape"), chr(0xDC80).encode("latin-1", "replace"))
print(chr(0xD800).encode("utf-16-le", "surrogatepass"), ascii(b"\x00\xd8".decode("utf-16-le", "surrogatepass")))
print(ascii(b"\xed\xa0\x80".decode("utf-8", "surrogatepass")), chr(0xD800).encode("ascii", "backslashreplace"))
print(chr(0xD800).encode("ascii", "xmlcharrefreplace"), ascii(s.translate({97: 98, 0xDCFF: "!"})))
print(hash(s) == hash("a" + chr(0xDCFF) + "b"), s in {s}, ascii("%s|%c" % (s, 0xD800)), ascii("{}".format(s)))


def attempt(function):
    try:
        print(ascii(function()))
    except Exception as error:
        print(type(error).__name__, error)


attempt(lambda: chr(0xD800).encode())
attempt(lambda: ("ab" + chr(0xD800) + chr(0xD801)).encode())
attempt(lambda: chr(0xD800).encode("utf-16"))
attempt(lambda: chr(0xD800).encode("ascii"))
attempt(lambda: chr(0xD800).encode("utf-8", "surrogateescape"))
attempt(lambda: "é".encode("ascii", "surrogateescape"))
attempt(lambda: chr(0x110000))
attempt(lambda: chr(-1))
