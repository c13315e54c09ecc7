# Encoding and decoding, and the ways to deal with errors.
print("é".encode("latin-1"), "é".encode(), "aé€😀".encode("utf-8"), "abc".encode("ascii"), "x".encode("US-ASCII"))
for handler in ("replace", "ignore", "backslashreplace", "xmlcharrefreplace", "namereplace"):
    print(handler, "aé€😀b".encode("ascii", handler), "aé€b".encode("latin-1", errors=handler))
print("aé".encode("utf-16"), "a😀".encode("utf-16-be"), "a😀".encode("utf-16-le"))
print("a😀".encode("utf-32-le"), "é".encode("utf-32-be"), "é".encode("utf-32"), "é".encode("utf-8-sig"))
print(b"\xff\xfea\x00".decode("utf-16"), b"\xfe\xff\x00a".decode("utf-16"), b"a\x00".decode("utf-16-le"))
print(b"\x00\x00\x00a".decode("utf-32-be"), b"\xef\xbb\xbfhi".decode("utf-8-sig"), b"\xe9".decode("latin1"))
print("😀".encode("utf-16-le").decode("utf-16-le"), "aé€😀".encode("utf-32").decode("utf-32"))
for handler in ("replace", "ignore", "backslashreplace"):
    for encoded in (b"ab\x80c", b"\xe2\x82", b"\xe2\x28\xa1", b"\xf0\x9f\x98", b"\xc0\x80", b"a\xed\xa0\x80"):
        print(handler, encoded, ascii(encoded.decode("utf-8", handler)), ascii(encoded.decode("ascii", handler)))
print(str(b"\xc3\xa9", "utf-8"), str(b"\xff", errors="replace"), str(bytearray(b"x"), "ascii"), str(memoryview(b"m"), "utf-8"))
print(bytes("é", "ascii", "replace"), bytearray("é", "utf-8"), b"a".decode(encoding="utf-8", errors="strict"))


def attempt(function):
    try:
        print(ascii(function()))
    except Exception as error:
        print(type(error).__name__, error)


attempt(lambda: "é€x".encode("ascii"))
attempt(lambda: "xé".encode("ascii"))
attempt(lambda: "a€".encode("latin-1"))
attempt(lambda: b"\xff".decode())
attempt(lambda: b"a\xe2\x82".decode())
attempt(lambda: b"\xe2\x28\xa1".decode())
attempt(lambda: b"\x80".decode("ascii"))
attempt(lambda: b"\xf0\x9f\x98".decode("utf-8"))
attempt(lambda: b"a\x00b".decode("utf-16-le"))
attempt(lambda: b"\x00\xd8".decode("utf-16-le"))
attempt(lambda: b"\x00\xdc\x00\x00".decode("utf-16-le"))
attempt(lambda: b"\x00\x00\x11\x00\x01".decode("utf-32-le"))
attempt(lambda: "a".encode("no such"))
attempt(lambda: b"a".decode("no such"))
attempt(lambda: "é".encode("ascii", "no handler"))
attempt(lambda: "a".encode(5))
attempt(lambda: b"a".decode("utf-8", 5))
attempt(lambda: str(5, "utf-8"))
attempt(lambda: str("a", "utf-8"))
try:
    "aéé".encode("ascii")
except UnicodeEncodeError as error:
    print(error.encoding, error.object, error.start, error.end, error.reason, error.args)
    print(isinstance(error, ValueError), isinstance(error, UnicodeError))
try:
    b"a\x80".decode()
except UnicodeDecodeError as error:
    print(error.encoding, error.object, error.start, error.end, error.reason)
