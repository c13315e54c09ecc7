# Codecs where input is cut short or wrong: UTF-7 with halves of pairs, UTF-8 piece by piece, escapes.
import codecs

for raw in (
    b"a+IK", b"a+IK-b", b"a+IK,b", b"a+IKx", b"a+2AE-b", b"a+2AE\xffb", b"a+2AE", b"a+2AEA-b",
    b"a+2AH-b", b"a+IKzYAQ-b", b"a+IKzYAQ\xffb", b"a+IKzYAd-b", b"a+IKwgrNgB", b"a+IKwgrNgBA-b",
    b"+2AHcoA", b"+2AHcoA-", b"+IKzYAdyg", b"+", b"+-", b"a+@b",
):
    print(raw, ascii(raw.decode("utf-7", "replace")))
    try:
        raw.decode("utf-7")
    except UnicodeDecodeError as error:
        print(error.start, error.end)

for encoding in "utf-8", "utf-8-sig":
    for raw in (
        b"\x80", b"\xc0", b"\xc1", b"\xf5", b"\xc2\x7f", b"\xe0\x80", b"\xe0\xa0", b"\xed\xa0\x80",
        b"\xf0\x8f", b"\xf0\x90\x80", b"\xf4\x90", b"\xf4\x8f\xbf", b"a\xe2\x82", b"\xef\xbb",
    ):
        decoder = codecs.getincrementaldecoder(encoding)()
        try:
            print(encoding, raw, ascii(decoder.decode(raw)), decoder.getstate())
        except UnicodeDecodeError as error:
            print(encoding, raw, "wrong")

for data in b"a'b", b'a"b', b"a'\"b", b"\\\n\x00\xff":
    print(codecs.escape_encode(data))
for function in codecs.escape_encode, codecs.unicode_escape_decode, codecs.utf_7_decode:
    try:
        print(function(42))
    except TypeError:
        print("TypeError")
