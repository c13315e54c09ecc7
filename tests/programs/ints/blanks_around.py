"""Blanks around a number in a text: those of C and, beyond ASCII, of Unicode; errors show the text."""


def told(function, *arguments):
    try:
        return repr(function(*arguments))
    except ValueError as error:
        return f"ValueError: {error}"


BLANKS = "\t\x0b\x0c\x1c\x1d\x1e\x1f\x85\xa0\u2028\u3000"
for blank in BLANKS:
    for text in (blank + "5", "5" + blank, "٥" + blank):
        for function in (int, float, complex, float.fromhex):
            print(ascii(text), function.__name__, ascii(told(function, text)))
    print(told(int, blank + "0x5", 0) == "5", told(complex, f"({blank}5j{blank})") == "5j")
for byte in (0x09, 0x0b, 0x1c, 0x1f, 0x85, 0xa0):
    for kind in (bytes, bytearray):
        print(told(int, kind([byte, 0x35])), told(float, kind([0x35, byte])))

# The message of `int` shows bytes of any buffer, and 200 characters.
for source in ("a" * 300, b"a" * 300, bytearray(b"a" * 300), "\n" * 300, memoryview(b"x")):
    print(len(told(int, source)), told(int, source)[:60])
