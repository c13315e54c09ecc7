# Base64 with padding in odd places, and what old or other writers of marshal leave behind.
import base64
import binascii
import marshal

TEXTS = [
    b"YWg=2g=", b"YWVm\nZ2g=Z2g=", b" WJVm\nZ2g=2g=\0", b"YWJJj2g=(GZ2g=", b"YWJjZGVm\nZ2g=g=", b"=", b"==", b"====", b"YQ", b"YQ=",
    b"YQ==", b"YQ===", b"YQ=====", b"YQ==YQ==", b"YQ=Y=Q==", b"YWI=", b"YWI==", b"YWI=x", b"=YWI=", b"YWJj=", b"YWJj==", b"YWJj=YWJj",
    b"Y", b"Y=", b"Y===", b"Y=Q=", b"YWJjY", b"", b"YW=I",
]
for text in TEXTS:
    told = []
    for is_strict in False, True:
        try:
            told.append(binascii.a2b_base64(text, strict_mode=is_strict))
        except binascii.Error as error:
            told.append(str(error))
    print(text, told)
print(base64.b64decode(b"YWJj=YWJj"))

for document in [
    b"x\x031.5\x02-2", b"x\x031.5", b"f\x032.5", b"z\x03a\xe7b", b"Z\x01\xff", b"a\x02\0\0\0\x80\x81", b"A\x01\0\0\0\xfe",
    b"u\x02\0\0\0\xff\xfe", b"x\x01a\x01b", b"z\x05ab",
    b"{i\1\0\0\0NT0", b"{i\1\0\0\x000i\1\0\0\0", b"{0", b"z", b")",
]:
    try:
        print(document, ascii(marshal.loads(document)))
    except (ValueError, EOFError) as error:
        print(document, type(error).__name__, error)
