# Names of encodings as `encode`, `decode`, `str` and `bytes` take them: the same as `codecs.lookup`.
import codecs

NAMES = (
    ".utf8 utf.8 utf8 utf-8 UTF_8 u8 utf--8 utf8- -utf8 (ascii) ASCII us-ascii ascii! latin.1 latin-1 "
    "L1 iso8859-1 iso-8859-1 iso.8859.1 8859 utf-16-le utf-16le utf16le utf-16-le. utF---16.! utf32 "
    "utf_32_be ... _ cp65001 utf8-ucs2 utf-8-sig utf8sig 646 ansi_x3.4_1968 ansi-x3-4-1968"
).split() + ["u t f 8", "utf 8", "us ascii"]

for name in NAMES:
    try:
        wanted = codecs.lookup(name).name
    except LookupError:
        wanted = None
    found = []
    for use in (
        lambda: "ab".encode(name),
        lambda: b"\0\0\0\0".decode(name),
        lambda: str(b"\0\0\0\0", name),
        lambda: bytes("ab", name),
        lambda: bytearray("ab", name),
    ):
        try:
            found.append(use() is not None)
        except LookupError as error:
            found.append(str(error))
    print(repr(name), wanted, found)
