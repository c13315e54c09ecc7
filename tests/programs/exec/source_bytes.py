# Source as bytes: encodings that codecs know, and each end of a line.
def attempt(function):
    try:
        return function()
    except Exception as error:
        return type(error).__name__, getattr(error, "msg", str(error))


def run(source):
    names = {}
    exec(source, names)
    return ascii(names["x"])


for encoding, text in (
    ("iso-8859-15", "€"), ("koi8-r", "Ж"), ("cp1252", "“"), ("shift_jis", "日本"), ("gbk", "汉字"),
    ("euc-kr", "한국"), ("iso-8859-7", "Ω"), ("utf-8", "é"), ("mac-roman", "π"),
):
    source = f"# -*- coding: {encoding} -*-\nx = '{text}'\n".encode(encoding)
    print(encoding, attempt(lambda: run(source)))
    second = f"#!/usr/bin/python\n# vim: set fileencoding={encoding} :\nx = '{text}'\n".encode(encoding)
    print(encoding, attempt(lambda: run(second)))
for source in b"# coding: fake\nx = 1\n", b"\xef\xbb\xbf# coding: koi8-r\nx = 1\n":
    print(attempt(lambda: run(source)))
for source in (
    'x = """a\r\nb\rc\nd\r\r\n"""', 'x = 1\rx = 2\r\nx += 1', "x = 'a\\\r\nb'", "if 1:\r\n    x = [1,\r\n 2]\r\n",
):
    print(attempt(lambda: run(source)), attempt(lambda: run(source.encode())))
print(ascii(eval('"""\r\n"""')), ascii(eval(b'"""\r"""')))
