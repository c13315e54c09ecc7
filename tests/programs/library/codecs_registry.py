# Encodings of the registry in str.encode and bytes.decode, handlers of errors that a program registers.
import codecs
import io
import pickle
import zipfile


def attempt(function):
    try:
        print(repr(function()))
    except (ValueError, TypeError, LookupError) as error:
        print(type(error).__name__, error, getattr(error, "__notes__", ""))


print("-- tables")
for name in ["cp437", "latin9", "iso8859-15", "cp1252", "koi8_r", "mac-roman", "cp037", "CP 1251"]:
    attempt(lambda: "abc".encode(name))
    attempt(lambda: bytes(range(0xa0, 0xb0)).decode(name))
attempt(lambda: "\u4e00".encode("cp437"))
attempt(lambda: "a\u4e00\u4e01b".encode("cp1251", "replace"))
attempt(lambda: "a\u4e00b".encode("cp1251", "xmlcharrefreplace"))
attempt(lambda: b"\xff\x81".decode("cp1252"))
attempt(lambda: b"\xff\x81a".decode("cp1252", "replace"))
attempt(lambda: str(b"\x80\x81", "cp437"))
attempt(lambda: bytes("\u20ac", "cp1252"))
attempt(lambda: bytearray("\u20ac", "latin9"))
attempt(lambda: bytearray(b"\xa4").decode("latin9"))
attempt(lambda: str(memoryview(b"\xa4"), "latin9"))

print("-- other codecs")
attempt(lambda: "b\u00fccher".encode("punycode"))
attempt(lambda: "b\u00fccher.example".encode("idna"))
attempt(lambda: b"xn--bcher-kva.example".decode("idna"))
attempt(lambda: codecs.encode("Hello", "rot13"))
attempt(lambda: codecs.decode("Uryyb", "rot13"))
attempt(lambda: codecs.encode(b"ab", "hex"))
attempt(lambda: codecs.decode(codecs.encode(b"ab" * 9, "zlib"), "zlib"))
attempt(lambda: "a".encode("rot13"))
attempt(lambda: b"a".decode("hex"))
attempt(lambda: "a".encode("nope"))
attempt(lambda: codecs.lookup("nope"))
attempt(lambda: codecs.lookup("x\0"))
attempt(lambda: codecs.decode("zz", "hex"))
attempt(lambda: "a\n\u00e9\u20ac\U0001d11e\\".encode("unicode_escape"))
attempt(lambda: rb"a\n\x41\u20ac\U0001d11e\N{DIGIT ONE}\101\q".decode("raw_unicode_escape"))
attempt(lambda: rb"a\n\x41\u20ac\U0001d11e\N{DIGIT ONE}\101".decode("unicode_escape"))
for data in [b"a\\x4", b"a\\", b"a\\U00110000", b"a\\N{x", b"a\\N{xz}", b"a\\N", b"a\\u12"]:
    attempt(lambda: data.decode("unicode_escape"))
    attempt(lambda: data.decode("unicode_escape", "replace"))
attempt(lambda: codecs.escape_decode(b"a\\x41\\n\\101"))
attempt(lambda: codecs.escape_decode(b"a\\x4"))
attempt(lambda: "a+~\\\u00e9\0\x7f-b\u20acc \U00010461.".encode("utf7"))
for data in [b"+2AHcYQ-", b"a+AGEAYg-b+-", b"\xff", b"a+!", b"+AGF-"]:
    attempt(lambda: data.decode("utf-7"))

print("-- handlers")
for handler in [
    lambda error: 5, lambda error: ("x", 50), lambda error: ("[%d]" % error.start, error.end),
    lambda error: ("\u00e9", error.end), lambda error: ("", -1),
]:
    codecs.register_error("bad", handler)
    attempt(lambda: "a\u00e9\u00eab".encode("ascii", "bad"))
    attempt(lambda: "a\u00e9b".encode("cp1251", "bad"))
    attempt(lambda: b"a\xffb".decode("ascii", "bad"))
    attempt(lambda: b"a\xffb".decode("utf-8", "bad"))
codecs.register_error("bytes", lambda error: (b"zz", error.end))
attempt(lambda: "a\u00e9".encode("ascii", "bytes"))
attempt(lambda: "a\ud800".encode("utf-16", "bytes"))
attempt(lambda: b"\xff".decode("ascii", "bytes"))
attempt(lambda: "a\u00e9".encode("ascii", "nope"))
attempt(lambda: b"\xff".decode("utf-8", "nope"))
attempt(lambda: "a".encode("ascii", "nope"))
attempt(lambda: codecs.register_error("bad", 5))
attempt(lambda: codecs.lookup_error("nope"))
attempt(lambda: codecs.lookup_error("ignore")(5))
attempt(lambda: codecs.lookup_error("surrogatepass")(UnicodeEncodeError("utf-8", "a\ud800", 1, 2, "r")))
attempt(lambda: codecs.lookup_error("surrogateescape")(UnicodeDecodeError("utf-8", b"a\xff", 1, 2, "r")))
attempt(lambda: codecs.lookup_error("namereplace")(UnicodeEncodeError("utf-8", "a\u00e9", 1, 2, "r")))
attempt(lambda: codecs.charmap_encode("a", "strict", {97: 300}))
attempt(lambda: codecs.charmap_encode("ab", "ignore", {97: b"xyz"}))
attempt(lambda: codecs.charmap_decode(b"ab", "replace", "x"))
attempt(lambda: codecs.charmap_decode(b"ab", "strict", {97: "xyz"}))

print("-- a codec of the program")
seen = []


def search(name):
    seen.append(name)
    if name == "upper_x":
        return codecs.CodecInfo(
            lambda text, errors="strict": (text.upper().encode(), len(text)),
            lambda data, errors="strict": (bytes(data).decode().lower(), len(data)),
            name="upper-x",
        )
    if name == "wrong":
        return codecs.CodecInfo(
            lambda text, errors="strict": ("no", 1), lambda data, errors="strict": (5, 1), name="wrong"
        )
    return None


codecs.register(search)
attempt(lambda: "abc".encode("Upper X"))
attempt(lambda: b"ABC".decode("upper-x"))
attempt(lambda: "abc".encode("wrong"))
attempt(lambda: b"abc".decode("wrong"))
print(sorted(set(seen)))

print("-- those who need them")
text = io.TextIOWrapper(io.BytesIO(b"\x82\x0d\x0aab"), encoding="cp437")
print(text.read())
raw = io.BytesIO()
text = io.TextIOWrapper(raw, encoding="utf-16")
text.write("a\u00e9")
text.flush()
print(raw.getvalue().decode("utf-16"))
packed = io.BytesIO()
with zipfile.ZipFile(packed, "w") as archive:
    archive.writestr("plain.txt", "one")
    archive.writestr("\u00e9.txt", "two")
with zipfile.ZipFile(packed) as archive:
    print(archive.namelist(), archive.read("\u00e9.txt"))
value = ["\u00e9\u20ac\n\\", b"\xff\x00", 1.5, {"a": (1, None)}]
for protocol in range(6):
    print(pickle.loads(pickle.dumps(value, protocol)) == value)
