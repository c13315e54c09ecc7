# StringIO and BytesIO.
import io

text = io.StringIO()
print(text.write("one\n"), text.write("twö\n"), text.tell(), text.getvalue())
text.seek(0)
print(text.read(2), repr(text.readline()), repr(text.readline(2)), repr(text.read()), repr(text.read()))
text.seek(4)
text.write("TWO")
print(repr(text.getvalue()), text.tell())
text.seek(12)
text.write("far")
print(repr(text.getvalue()))
text.seek(2)
print(text.truncate(), repr(text.getvalue()), text.truncate(1), text.tell())
text.write("!")
print(repr(text.getvalue()))
for newline in (None, "", "\n", "\r", "\r\n"):
    text = io.StringIO("a\r\nb\nc\rd", newline=newline)
    print(repr(newline), list(text), repr(text.getvalue()), text.newlines)
    text = io.StringIO(newline=newline)
    text.write("x\ny\r\n")
    print(repr(text.getvalue()))
text = io.StringIO("abc")
for act in (
    lambda: text.write(b"x"), lambda: text.seek(-1), lambda: text.seek(1, 1), lambda: text.seek(0, 5),
    lambda: text.truncate(-1), lambda: io.StringIO(3), lambda: io.StringIO("", "x"),
    lambda: text.detach(), lambda: text.fileno(),
):
    try:
        print(act())
    except (TypeError, ValueError, OSError) as error:
        print(type(error).__name__, error)
print(text.isatty(), text.readable(), text.writable(), text.seekable(), text.closed, text.encoding)
text.close()
for act in (text.read, text.getvalue, text.tell, lambda: text.write("x"), lambda: next(text)):
    try:
        act()
    except ValueError as error:
        print(error)
print(text.closed)
with io.StringIO("with") as text:
    print(text.read())


class Loud(io.StringIO):
    def write(self, what):
        return super().write(what.upper())


loud = Loud()
print("hello", file=loud)
loud.name = "n"
print(repr(loud.getvalue()), loud.name, isinstance(loud, io.TextIOBase))

data = io.BytesIO(b"line one\nline two\nrest")
print(data.readline(), data.read(4), data.tell(), list(data), data.read())
print(data.seek(5), data.write(b"ONE"), data.getvalue())
print(data.seek(-4, 2), data.read1(2), data.readinto(target := bytearray(5)), target)
data.seek(30)
data.write(b"x")
print(data.getvalue())
view = data.getbuffer()
view[0] = 76
del view
print(data.getvalue()[:4], data.truncate(4), data.getvalue(), data.tell())
data.seek(0)
print(data.read(100), data.readlines(), data.read())
data = io.BytesIO()
for piece in (b"ab", bytearray(b"cd"), memoryview(b"ef"), b""):
    print(data.write(piece), end=" ")
print(data.getvalue())
for act in (lambda: data.write("x"), lambda: data.seek(-1), lambda: io.BytesIO("x"), lambda: data.fileno()):
    try:
        act()
    except (TypeError, ValueError, OSError) as error:
        print(type(error).__name__)
data.close()
try:
    data.write(b"x")
except ValueError as error:
    print(error)
