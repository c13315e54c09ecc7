# What streams refuse among their arguments, and that a refusal changes nothing; how much readinto1
# takes; a stream that is being closed takes no more.
import io
import os
import threading
import time


def tell(function, *args, **kwargs):
    try:
        made = function(*args, **kwargs)
    except Exception as error:
        print(" ", type(error).__name__, ascii(str(error)))
    else:
        print("  takes", ascii(made) if isinstance(made, (int, bytes)) else type(made).__name__)


class Failing:
    def __bool__(self):
        return True

    def __index__(self):
        raise ZeroDivisionError("index")


for options in (
    dict(encoding=42), dict(encoding="\udcfe"), dict(encoding="locale\0"), dict(encoding="none"),
    dict(errors=42), dict(errors="\udcfe"), dict(errors="nobody"), dict(newline=42),
    dict(newline="\udcfe"), dict(newline="xyz"), dict(line_buffering=Failing()),
    dict(line_buffering=2**1000), dict(line_buffering="x"), dict(line_buffering=2),
    dict(write_through=Failing()), dict(write_through=2**1000), dict(write_through=2),
    dict(encoding="latin1", errors="ignore", newline="\r\n", line_buffering=1),
):
    text = io.TextIOWrapper(io.BytesIO(), "ascii", "replace", "\r")
    print(list(options))
    tell(text.reconfigure, **options)
    print("  ", ascii(text.encoding), ascii(text.errors), text.line_buffering, text.write_through)
    tell(io.TextIOWrapper, io.BytesIO(), **options)

print("errors with a null character")
tell(io.TextIOWrapper, io.BytesIO(), encoding="utf-8\0")
tell(io.TextIOWrapper, io.BytesIO(), errors="replace\0")
tell(io.TextIOWrapper, io.BytesIO(), newline="\n\0")

print("open")
for options in (
    dict(mode="r\0"), dict(mode="r\udcff"), dict(mode=None), dict(encoding="utf-8\0"),
    dict(encoding="\udcff"), dict(errors="a\0"), dict(errors="\udcff"), dict(newline="\n\0"),
    dict(newline="\udcff"), dict(newline="x"), dict(newline=3),
):
    tell(open, os.devnull, **options)


class Pieces(io.RawIOBase):
    """A raw file that answers with given pieces; `None` says that there is nothing yet."""

    def __init__(self, *pieces):
        self.pieces = list(pieces)
        self.count = 0

    def readable(self):
        return True

    def readinto(self, b):
        self.count += 1
        piece = self.pieces.pop(0) if self.pieces else b""
        if piece is not None:
            b[:len(piece)] = piece
        return None if piece is None else len(piece)


print("readinto1")
raw = Pieces(b"abc", b"de", b"fgh", b"jkl")
stream = io.BufferedReader(raw, 10)
target = bytearray(2)
print(stream.peek(3), stream.readinto1(target), target, raw.count)
print(stream.readinto1(target), target, raw.count)
print(stream.readinto1(target), target, raw.count)
target = bytearray(20)
print(stream.peek(3), stream.readinto1(target), target, raw.count)
print(stream.readinto1(target), raw.count)
for kind in "readinto", "readinto1":
    for size in 3, 20:
        raw = Pieces(None, b"ab", None, b"cd")
        stream = io.BufferedReader(raw, 10)
        target = bytearray(size)
        print(kind, size, [getattr(stream, kind)(target) for _ in range(4)], raw.count)


class Slow(io.RawIOBase):
    """A raw file that takes its time to flush."""

    def __init__(self):
        self.is_flushing = threading.Event()
        self.content = b""

    def writable(self):
        return True

    def write(self, b):
        self.content += bytes(b)
        return len(b)

    def flush(self):
        self.is_flushing.set()
        time.sleep(0.1)


print("close")
raw = Slow()
stream = io.BufferedWriter(raw, 8)
stream.write(b"ab")
closer = threading.Thread(target=stream.close)
closer.start()
raw.is_flushing.wait()
tell(stream.write, b"spam")
print(stream.closed, raw.content)
closer.join()
