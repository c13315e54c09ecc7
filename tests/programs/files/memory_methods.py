"""The methods of streams in memory: arguments of all kinds, classes below, closed streams, and what
`inspect` sees of them."""

import inspect
import io
import pickle


def show(act):
    try:
        print(repr(act()))
    except Exception as error:
        print(type(error).__name__, error)


class Index:
    def __init__(self, number):
        self.number = number

    def __index__(self):
        return self.number


class BelowBytes(io.BytesIO):
    def read(self, size=-1):
        return b"<" + super().read(size) + b">"

    def write(self, content):
        return super().write(bytes(content).upper())


class BelowText(io.StringIO):
    def readline(self, size=-1):
        return super().readline(size).upper()

    def __init__(self, text):
        super().__init__(text)


class Letters(str):
    pass


class Octets(bytes):
    pass


def read_bytes(stream):
    stream.seek(0)
    for size in 0, 1, 2, None, -1, -5, True, Index(1), 1 << 70, 1.5, "x":
        stream.seek(1)
        show(lambda: stream.read(size))
        show(lambda: stream.read1(size))
        show(stream.tell)
    for seek in (
        (3,), (0, 0), (1, 1), (-1, 1), (-1, 2), (2, 2), (-9, 1), (-9, 2), (-1,), (-1, 0), (1, 3),
        (0, -1), (1 << 62, 0), (1 << 62, 1), (1 << 62, 1), (1 << 64,), (Index(2),), (1.0,), (),
        (0, 0, 0), (0, Index(2)), (True,), ("x",),
    ):
        show(lambda: stream.seek(*seek))
        show(stream.tell)
    stream.seek(100)
    show(lambda: (stream.read(), stream.read(0), stream.readline(), stream.tell()))
    show(lambda: stream.read(size=1))
    show(lambda: stream.tell(1))
    show(lambda: stream.getvalue(1))
    show(lambda: stream.read(1, 2))


def write_bytes(stream):
    for content in (
        b"", b"ab", bytearray(b"cd"), memoryview(b"ef"), Octets(b"gh"), "text", None, 5, [1],
    ):
        show(lambda: stream.write(content))
        show(lambda: (stream.tell(), stream.getvalue()))
    stream.seek(1)
    show(lambda: (stream.write(b"123"), stream.getvalue(), stream.tell()))
    stream.seek(12)
    show(lambda: (stream.write(b"far"), stream.getvalue(), stream.tell()))
    show(lambda: stream.write())
    show(lambda: stream.write(b"a", b"b"))
    show(lambda: stream.write(content=b"a"))
    stream.seek(2)
    target = bytearray(b"......")
    show(lambda: (stream.readinto(target), target, stream.tell()))
    show(lambda: stream.readinto(b"fixed"))
    show(lambda: stream.readinto(5))
    view = stream.getbuffer()
    stream.seek(1)
    show(lambda: (stream.read(3), bytes(view[:3]), stream.readline(), stream.getvalue()))


def text():
    stream = io.StringIO("aé\nb\u1234c\n\nlast")
    for size in 0, 1, 3, None, -1, Index(2), 1.5:
        stream.seek(1)
        show(lambda: (stream.read(size), stream.tell()))
    for seek in (3,), (0, 1), (0, 2), (1, 1), (-1,), (0, 3), (Index(4),), (1 << 64,), (1.5,), (100,):
        show(lambda: (stream.seek(*seek), stream.tell(), stream.readline(), stream.tell()))
    stream.seek(0)
    show(lambda: [stream.readline(), stream.readline(1), stream.readline(), stream.tell()])
    show(lambda: [stream.read(), stream.read(), stream.readline()])
    for content in "", "é", Letters("sub"), b"bytes", None:
        show(lambda: (stream.write(content), stream.tell(), stream.getvalue()))
    stream.seek(2)
    show(lambda: (stream.write("ñn"), stream.getvalue(), stream.tell(), stream.read(2)))
    show(lambda: stream.write())
    show(lambda: stream.write("a", "b"))
    for newline in "", "\n", "\r", "\r\n", None:
        stream = io.StringIO("1\r\n2\n3\r4", newline)
        stream.write("0\n")
        show(lambda: (stream.getvalue(), stream.readline(), stream.tell(), stream.newlines))
        stream.__init__("x\ny")
        show(lambda: (stream.readline(), stream.newlines, stream.write("\n"), stream.getvalue()))
        copy = pickle.loads(pickle.dumps(stream))
        show(lambda: (copy.getvalue(), copy.tell()))


def below():
    stream = BelowBytes(b"abc\ndef")
    show(lambda: (stream.read(2), stream.readline(), stream.write(b"xy"), stream.getvalue()))
    show(lambda: io.BytesIO.read(stream))
    stream = BelowText("one\ntwo\nthree")
    show(lambda: (stream.readline(), io.StringIO.readline(stream), stream.read(2), stream.tell()))


def refused():
    for stream in io.BytesIO(b"ab"), io.StringIO("ab"):
        other = {io.BytesIO: io.StringIO, io.StringIO: io.BytesIO}[type(stream)]
        names = "read", "readline", "write", "seek", "tell", "getvalue"
        for name in names:
            method = getattr(type(stream), name)
            print(method, method.__name__, method.__qualname__, type(method).__name__)
            argument = (1,) if name == "seek" else ("",) if name == "write" else ()
            try:
                print(method(other(), *argument))
            except TypeError as error:
                print(str(error).partition(" doesn't")[0])
            show(lambda: method(5, *argument))
            show(lambda: method())
            text = repr(getattr(stream, name))
            print(text[: text.index(" at 0x")])
            try:
                print(inspect.signature(method), inspect.signature(getattr(stream, name)))
            except ValueError:
                print("no signature")
        stream.close()
        for name in *names, "readlines", "__next__", "truncate":
            empty = b"" if type(stream) is io.BytesIO else ""
            argument = (1,) if name == "seek" else ("",) if name == "write" else ()
            show(lambda: getattr(stream, name)(*argument))
        try:
            print(iter(stream) is stream)
        except ValueError as error:
            print(error)


read_bytes(io.BytesIO(b"ab\ncd"))
write_bytes(io.BytesIO())
text()
below()
refused()
