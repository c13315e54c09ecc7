# Lines and small writes of streams, as natives do them and as classes below or odd states ask for.
import io
import os
import tempfile

TEXT = "first\nsecond é\r\nthird\rlast"

for newline in "\n", "", None, "\r", "\r\n":
    stream = io.StringIO(TEXT, newline)
    print(repr(newline), list(stream), stream.readline(), stream.tell())
    stream.seek(3)
    print([stream.readline(), stream.readline(2), stream.readline(), next(stream, "end")])
    print(stream.write("x\ny"), repr(stream.getvalue()))

stream = io.BytesIO(TEXT.encode())
print(list(stream), stream.readline(), list(stream))
stream.seek(2)
print(stream.readline(), stream.readline(3), stream.read(2), next(stream), iter(stream) is stream)
print(stream.write(b"abc"), stream.write(bytearray(b"de")), stream.getvalue()[-6:])


class Loud(io.StringIO):
    def readline(self, *size):
        return super().readline(*size).upper()

    def __next__(self):
        line = super().__next__()
        return line.upper()

    def write(self, text):
        return super().write(text * 2)


loud = Loud("a\nb\n")
print([list(loud), loud.write("z"), loud.getvalue(), loud.readline()])
print(repr(loud.getvalue()))

for make in (lambda: io.StringIO("a"), lambda: io.BytesIO(b"a")):
    stream = make()
    stream.close()
    for use in (next, lambda it: it.readline(), lambda it: it.write("b"), list):
        try:
            print(use(stream))
        except (ValueError, TypeError) as error:
            print(type(error).__name__)

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "text")
    with open(path, "w", newline="") as file:
        print(file.write("alpha\n"), file.write("bêta\r\n"), file.write(""), file.write("x" * 9000))
        print("gamma", 3, file=file)
        try:
            file.write("\ud800")
        except UnicodeEncodeError as error:
            print(error.reason)
        try:
            file.write(b"bytes")
        except TypeError as error:
            print(error)
    for newline in None, "", "\n", "\r\n":
        with open(path, newline=newline) as file:
            print([line[-8:] for line in file], file.readline(), file.tell())
        with open(path, newline=newline) as file:
            print([file.readline(), file.readline(3), file.tell() > 0, len(file.readlines())])
    with open(path) as file:
        next(file)
        try:
            file.tell()
        except OSError as error:
            print(error)
        print(len(list(file)), file.tell())
    with open(path, "rb") as file:
        print(file.readline(), [line[-7:] for line in file], file.readline(), file.read(3))
    with open(path, "wb") as file:
        print(file.write(b"ab"), file.write(memoryview(b"cd")), file.tell())
    with open(path, "r+") as file:
        print([file.readline(), file.write("more\n"), file.seek(0), file.read()[-20:]])
    with open(path, "r+b") as file:
        print(file.readline(), file.write(b"again"), file.seek(0), list(file))
    for mode in "r", "rb", "w", "wb":
        file = open(path, mode)
        file.close()
        for use in (next, lambda it: it.readline(), lambda it: it.write("b" if "b" not in mode else b"b")):
            try:
                print(use(file))
            except ValueError:
                print(mode, "refused")
    try:
        with open(path) as file:
            file.write("no")
    except io.UnsupportedOperation as error:
        print(error)
