# U+FEFF at the beginning of a source: the mark of bytes in UTF-8, and no character of a text.
import ast

for source in (
    "\ufeffx=1\ny=2", "\ufeff", "\ufeff\n", "\n\ufeffx", "x=\ufeff1", "'\ufeff'", "#\ufeff\n1", "\ufeff#",
    b"\xef\xbb\xbf1", b"\xef\xbb\xbf# coding: utf-8\n1", b"\xef\xbb\xbf\xef\xbb\xbf1",
    bytearray(b"\xef\xbb\xbf1"), b"1\xef\xbb\xbf", b"'\xef\xbb\xbf'",
):
    for mode in ("exec", "eval", "single"):
        try:
            print(ascii(source), mode, type(compile(source, "f", mode)).__name__)
        except SyntaxError as error:
            print(ascii(source), mode, error.msg, error.lineno, error.offset)
    for use in (eval, exec, ast.parse, ast.literal_eval):
        try:
            print(ascii(source), use.__name__, type(use(source)).__name__)
        except (SyntaxError, ValueError, TypeError) as error:
            print(ascii(source), use.__name__, type(error).__name__)
