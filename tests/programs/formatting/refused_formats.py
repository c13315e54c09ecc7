# What formats of texts, numbers and structures refuse, and with what.
import struct


def tried(read):
    try:
        print(ascii(read()))
    except Exception as error:
        print(type(error).__name__, ascii(str(error)))


for template in b"%\xff", b"%a %r %%%\xff", b"% \xff\x12", b"%5.\xff", b"%*\xff", b"%y", b"%\x7f", b"%\x01", b"%(a)\xff", b"%5\xff", b"%0\xff", b"%05\xff", b"%.0\xff", b"%5.3\xffa", b"%5.3l\xff":
    tried(lambda: template % (5, 2.5, b"e"))
    tried(lambda: bytearray(template) % (5, 2.5, b"e"))
    tried(lambda: template.decode("latin-1") % (5, 2.5, b"e"))

VALUES = 1234567, 1234567.891, "text", 12345.6j, True
for whole in "", ",", "_":
    for fraction in "", ".,", "._", ".2,", ".0_", ".5":
        for kind in "", "s", "d", "n", "f", "g", "%", "c", "x", "b", "y":
            print(whole + fraction + kind)
            for value in VALUES:
                tried(lambda: format(value, whole + fraction + kind))

for form in "\xff", "<3i\xff", "\ud800", "i\0", b"\xff", b"i\0i", "3", "y":
    tried(lambda: struct.calcsize(form))
