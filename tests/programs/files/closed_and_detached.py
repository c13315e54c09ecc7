"""What each method of a stream answers when the stream is closed, detached, or closed below."""
import io
import os
import socket
import tempfile

folder = tempfile.mkdtemp()
path = os.path.join(folder, "file")


def file(content=b"one\ntwo\n"):
    with open(path, "wb") as start:
        start.write(content)
    return path


KINDS = {
    "FileIO": lambda: io.FileIO(file(), "r+"),
    "BufferedReader": lambda: open(file(), "rb"),
    "BufferedWriter": lambda: io.BufferedWriter(io.FileIO(file(), "r+")),
    "BufferedRandom": lambda: open(file(), "r+b"),
    "text reader": lambda: open(file(), encoding="utf-8"),
    "text writer": lambda: open(file(), "w", encoding="utf-8"),
    "text both": lambda: open(file(), "r+", encoding="utf-8"),
    "BytesIO": lambda: io.BytesIO(b"one\ntwo\n"),
    "StringIO": lambda: io.StringIO("one\ntwo\n"),
}
CALLS = [
    ("read", ()), ("read", (1,)), ("read1", ()), ("readall", ()), ("readline", ()),
    ("readline", (2,)), ("readlines", ()), ("readinto", (bytearray(2),)),
    ("readinto1", (bytearray(2),)), ("peek", ()), ("write", (b"x",)), ("write", ("x",)),
    ("writelines", ([b"x"],)), ("writelines", (["x"],)), ("writelines", ([],)), ("flush", ()),
    ("seek", (0,)), ("tell", ()), ("truncate", ()), ("truncate", (1,)), ("readable", ()),
    ("writable", ()), ("seekable", ()), ("isatty", ()), ("fileno", ()), ("detach", ()),
    ("__iter__", ()), ("__next__", ()), ("__enter__", ()), ("close", ()), ("reconfigure", ()),
    ("getvalue", ()), ("getbuffer", ()),
]
FIELDS = [
    "closed", "name", "mode", "raw", "buffer", "encoding", "errors", "newlines", "line_buffering",
    "write_through", "closefd",
]


def answer(function, *arguments):
    try:
        value = function(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}".replace(path, "PATH")
    if isinstance(value, io.IOBase):
        return type(value).__name__
    return repr(value).replace(path, "PATH")


def closed(stream):
    stream.close()
    return stream


def detached(stream):
    stream.kept = stream.detach()
    return stream


def closed_below(stream):
    (getattr(stream, "buffer", None) or stream.raw).close()
    return stream


def told(state, kind, make):
    rows = {}
    for name, arguments in CALLS:
        stream = state(make())
        if name in dir(stream):
            asked = f"{name}({', '.join([repr(argument) for argument in arguments])})"
            rows.setdefault(answer(getattr(stream, name), *arguments), []).append(asked)
    for name in FIELDS:
        stream = state(make())
        if name in dir(stream):
            rows.setdefault(answer(getattr, stream, name), []).append(name)
    if not kind.endswith("sIO") and not kind.endswith("gIO"):
        rows.setdefault(answer(repr, stream), []).append("repr")
    print(f"{state.__name__} {kind}")
    for result, asked in rows.items():
        print(f"    {result}: {', '.join(asked)}")


for state in closed, detached, closed_below:
    for kind, make in KINDS.items():
        if state is closed or kind not in ("FileIO", "BytesIO", "StringIO"):
            told(state, kind, make)

# What was read ahead lasts where the raw file is closed below; decoded text does not, nor is there
# room for what is not written yet.
lines = b"one\ntwo\n" * 10
READS = [
    ("read", ()), ("read", (1,)), ("readline", ()), ("readline", (2,)), ("readlines", ()),
    ("__next__", ()),
]
MORE = [
    ("read1", ()), ("peek", ()), ("readinto", (bytearray(3),)), ("seek", (0,)), ("seek", (1, 1)),
    ("tell", ()), ("truncate", ()), ("flush", ()),
]
for mode in "rb", "r+b", "r", "r+":
    for name, arguments in READS + MORE:
        stream = open(file(lines), mode)
        if hasattr(stream, name):
            stream.readline()
            getattr(stream, "buffer", stream).raw.close()
            print(mode, name, arguments, answer(getattr(stream, name), *arguments))
writer = open(path, "wb")
writer.write(b"a")
writer.raw.close()
print("writer", answer(writer.write, b"b"), answer(writer.flush), answer(writer.close))
text = open(path, "w", encoding="utf-8")
text.write("a")
text.buffer.raw.close()
print("text", answer(text.write, "b"), answer(text.flush), answer(text.close))

# So with a socket, whose raw file is a class of the library.
ours, theirs = socket.socketpair()
theirs.sendall(lines)
both = ours.makefile("rwb")
reader = ours.makefile("rb")
writer = ours.makefile("wb")
reader.readline()
writer.write(b"a")
reader.raw.close()
writer.raw.close()
print("socket", answer(reader.readline), answer(writer.write, b"b"))
both.close()
ours.close()
theirs.close()

# A file of its own goes on where a buffer was detached from it.
writer = open(path, "w", encoding="utf-8")
writer.write("one ")
buffer = writer.detach()
buffer.write(b"two ")
raw = buffer.detach()
raw.write(b"three")
again = io.TextIOWrapper(io.BufferedWriter(raw), encoding="utf-8")
again.write(" four")
again.close()
print(open(path).read(), raw.closed)
reader = open(path, "rb")
print(reader.read(4))
raw = reader.detach()
print(raw.seek(4), io.BufferedReader(raw).read())
del reader, writer, buffer

os.remove(path)
os.rmdir(folder)
