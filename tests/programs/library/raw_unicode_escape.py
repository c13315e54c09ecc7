import codecs

for text in ("abc", "é\u1234\U0001f600\\x", "\\u12", "a\\\\u0041", "\n"):
    print(codecs.raw_unicode_escape_encode(text))
for data in (b"abc\\u1234z", b"\\\\u0041", b"\\", b"a\\U0001f600", b"\xe9\\n", b"\\u12", b"\\U99999999"):
    for errors in ("strict", "replace", "ignore"):
        try:
            print(ascii(codecs.raw_unicode_escape_decode(data, errors)), end=" ")
        except UnicodeDecodeError as error:
            print(error, end=" ")
    print()
