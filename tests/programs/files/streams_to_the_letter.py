# Parts of streams that CPython's tests look at: what fills a buffer across pieces, names of files,
# seeking where there are no places, what is written through.
import io
import os
import pathlib
import tempfile


class Pieces(io.RawIOBase):
    """A raw file that answers with given pieces."""

    def __init__(self, *pieces):
        self.pieces = list(pieces)

    def readable(self):
        return True

    def readinto(self, b):
        if not self.pieces:
            return 0
        piece, rest = self.pieces[0][:len(b)], self.pieces[0][len(b):]
        self.pieces[:1] = [rest] if rest else []
        b[:len(piece)] = piece
        return len(piece)


for size in 1, 2, 4, 5, 7, 20:
    for name in "readinto", "readinto1":
        stream = io.BufferedReader(Pieces(b"abc", b"defgh", b"ij", b"klmnopqrstuv"), 4)
        target = bytearray(size)
        got = []
        while count := getattr(stream, name)(target):
            got.append(bytes(target[:count]))
        print(size, name, b"".join(got), len(got) if name == "readinto" else "")

stream = io.BufferedReader(Pieces(b"abcdef"), 4)
for change in (
    lambda: stream.seek(0), lambda: stream.seek(0, 9), lambda: stream.readinto(bytearray(0)),
    lambda: stream.close(), lambda: stream.seek(0),
    lambda: stream.readinto(bytearray(1)),
):
    try:
        print(change())
    except (OSError, ValueError, TypeError) as error:
        print(type(error).__name__, str(error)[:40])

with tempfile.TemporaryDirectory() as folder:
    path = pathlib.Path(folder, "x")
    with open(path, "w") as file:
        print(type(file.name), file.name == str(path), type(file.buffer.raw.name))
    with open(os.fsencode(path), "rb") as file:
        print(type(file.name))
    with io.FileIO(path) as file:
        print(type(file.name))


class Notes(io.BufferedWriter):
    def flush(self):
        flushed.append(1)
        return super().flush()


flushed = []
text = io.TextIOWrapper(Notes(io.BytesIO()), encoding="ascii", write_through=True)
text.write("a\nb")
print(flushed, text.buffer.raw.getvalue())
text.flush()
print(flushed, text.buffer.raw.getvalue())

for options in (
    {"encoding": 42}, {"errors": 42}, {"newline": 42}, {"encoding": "\udcfe"}, {"encoding": "none"},
):
    try:
        io.TextIOWrapper(io.BytesIO(), **options)
    except (TypeError, ValueError, LookupError) as error:
        print(type(error).__name__)
