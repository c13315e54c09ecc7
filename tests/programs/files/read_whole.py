"""Files that are read whole, or line by line, without a decoder that has a part of a character."""

import io
import os
import tempfile

folder = tempfile.mkdtemp()
path = os.path.join(folder, "text")


def write(content):
    with open(path, "wb") as file:
        file.write(content)


def kind(error):
    # Some messages end with a point here and not there.
    return type(error).__name__, str(error).rstrip(".")


def attempt(action):
    try:
        return action()
    except Exception as error:
        return kind(error)


# Ends of lines, and what is known of them afterwards.
for content in b"", b"a", b"a\nb", b"a\r\nb\r\n", b"a\rb", b"a\r\nb\nc\r", b"\r", "é\r\nü\n".encode(), b"a" * 9000 + b"\r\n":
    write(content)
    for newline in None, "", "\n", "\r", "\r\n":
        with open(path, encoding="utf-8", newline=newline) as file:
            before = file.newlines
            text = file.read()
            print(len(text), repr(text[-6:]), before, file.newlines, file.tell(), repr(file.read()), file.newlines)
            file.seek(0)
            print(file.newlines, [repr(line[-4:]) for line in file], file.newlines)
            file.seek(0)
            print(repr(file.readline()[-4:]), repr(file.read()[-4:]), file.newlines)
            file.seek(0, 2)
            print(file.newlines, repr(file.read()))

# Two parts: a part of a line is read first.
write("eins\nzwei é drei\r\nvier".encode())
with open(path, encoding="utf-8") as file:
    print(repr(file.read(3)), repr(file.read()), file.newlines, repr(file.read(1)))
    place = file.seek(0)
    print(place, repr(file.readline()), file.tell(), repr(file.read(-1)), repr(file.read(None)))
    print(file.seek(5), repr(file.read()), file.newlines)

# Bytes that are no text.
write(b"good\nbad \xff end\n")
with open(path, encoding="utf-8") as file:
    print(attempt(file.read), attempt(file.read))
with open(path, encoding="utf-8") as file:
    print(attempt(file.readlines))
for errors in "replace", "ignore", "surrogateescape", "backslashreplace", "strict":
    with open(path, encoding="utf-8", errors=errors) as file:
        print(errors, ascii(attempt(file.read)))
    with open(path, encoding="utf-8", errors=errors) as file:
        print(errors, ascii(attempt(lambda: list(file))))
write(b"cut \xc3")
with open(path, encoding="utf-8") as file:
    print(attempt(file.read))
with open(path, encoding="utf-8") as file:
    print(attempt(file.readline), attempt(file.readline))

# Characters across pieces, by lines.
write("é".encode() * 5000 + b"\r\n" + b"x" * 8191 + b"\r\n" + "ü\n".encode() * 3)
with open(path, encoding="utf-8") as file:
    print([(len(line), line[-2:]) for line in file], file.newlines)
with open(path, encoding="utf-8") as file:
    lines = []
    while line := file.readline():
        lines.append((len(line), file.tell()))
    print(lines)
with open(path, encoding="utf-8") as file:
    for _ in file:
        print(attempt(file.tell))
        break

# What is refused after the first read, and what is not.
write(b"text\n")
with open(path, encoding="utf-8") as file:
    file.reconfigure(encoding="latin-1")
    file.reconfigure(encoding="utf-8")
    file.read()
    print(attempt(lambda: file.reconfigure(encoding="latin-1")))
    print(attempt(lambda: file.reconfigure(newline="\n")))
    print(attempt(lambda: file.reconfigure(line_buffering=True)), file.line_buffering)

# Closed files, and those that are not for reading.
file = open(path, encoding="utf-8")
file.close()
file.close()
for name in "read", "readline", "readlines", "readable", "writable", "seekable", "fileno", "flush", "tell", "isatty", "__enter__", "__iter__", "__next__":
    print(name, attempt(getattr(file, name)))
print(file.closed, file.buffer.closed, file.buffer.raw.closed)
for name in "read", "readline", "readable", "writable", "seekable", "fileno", "flush", "tell", "__enter__", "readall", "close":
    print(name, attempt(lambda: getattr(file.buffer.raw, name)()))
with open(path, "w", encoding="utf-8") as file:
    print(attempt(file.read), attempt(file.readline), attempt(lambda: file.buffer.read()))
    print(file.buffer.raw.readable(), file.readable(), file.seekable())
with open(path, "w+", encoding="utf-8") as file:
    print(file.write("one\ntwo\r\n"), file.seek(0), repr(file.read()), file.newlines, file.write("x"), file.seek(0), repr(file.read()))

# Files without a size, and those that grow.
read_end, write_end = os.pipe()
os.write(write_end, b"through\r\na pipe")
os.close(write_end)
with open(read_end, encoding="utf-8") as file:
    print(file.seekable(), repr(file.read()), file.newlines, attempt(file.tell))
with open("/proc/self/cmdline", "rb") as file:
    print(len(file.read()) > 0, file.read())
write(b"0123456789")
with open(path, "rb", buffering=0) as file, open(path, "ab", buffering=0) as other:
    print(file.read(4), other.write(b"more"), file.readall(), file.readall(), other.write(b"!"), file.read())
with open(path, "rb") as file:
    print(file.read(2), file.peek(2)[:2], file.read(), file.read(), file.seek(-3, 1), file.read())
write(b"x" * 200_000)
with open(path, "rb") as file:
    print(len(file.read(70_000)), len(file.read()), file.read())
with open(path, "rb", buffering=0) as file:
    file.seek(150_000)
    print(len(file.readall()), file.tell())

# Folders, files that are not there, modes.
print(attempt(lambda: open(folder))[0], attempt(lambda: open(folder + "/none"))[0], attempt(lambda: open("a\0b")))
for mode in "r", "rb", "w", "wb", "a", "r+", "w+", "rb+", "x":
    if mode == "x":
        os.unlink(path)
    with open(path, mode) as file:
        raw = getattr(getattr(file, "buffer", file), "raw", file)
        print(mode, file.mode, raw.mode, file.readable(), file.writable(), file.seekable(), file.tell(), file.line_buffering if "b" not in mode else "")


# Classes below, with methods of their own.
class Raw(io.FileIO):
    def flush(self):
        print("raw flush")
        super().flush()

    def readable(self):
        print("raw readable")
        return super().readable()

    def close(self):
        print("raw close")
        super().close()


class Buffer(io.BufferedReader):
    def flush(self):
        print("buffer flush")
        super().flush()

    def read(self, size=-1, /):
        print("buffer read", size)
        return super().read(size)

    def read1(self, size=-1, /):
        print("buffer read1")
        return super().read1(size)


class Text(io.TextIOWrapper):
    def flush(self):
        print("text flush")
        super().flush()


write(b"a\r\nb\n")
with Text(Buffer(Raw(path)), encoding="utf-8") as file:
    print("read", repr(file.read()), file.newlines)
with Text(Buffer(Raw(path)), encoding="utf-8") as file:
    print("lines", list(file))


class Unready(io.RawIOBase):
    def readable(self):
        return True

    def readinto(self, buffer):
        return None


print(attempt(io.TextIOWrapper(io.BufferedReader(Unready())).read))
# A wrapper around bytes in memory.
memory = io.BytesIO(b"a\xc3\xa9\r\n")
file = io.TextIOWrapper(memory, encoding="utf-8")
print(repr(file.read()), file.newlines, file.write("ü\n"), file.flush(), memory.getvalue())
file.detach()
print(attempt(lambda: file.write("x"))[0], memory.closed)
os.unlink(path)
os.rmdir(folder)
