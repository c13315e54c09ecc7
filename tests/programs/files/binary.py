# Files of bytes, with and without a buffer.
import io
import os
import shutil
import tempfile


class Folder:
    def __enter__(self):
        self.name = tempfile.mkdtemp()
        return self.name

    def __exit__(self, *error):
        shutil.rmtree(self.name)


with Folder() as folder:
    path = os.path.join(folder, "data")
    with open(path, "wb") as file:
        print(type(file).__name__, file.write(b"0123456789" * 2000), file.tell())
        file.seek(5)
        file.write(b"FIVE")
    with open(path, "rb") as file:
        print(type(file).__name__, file.read(12), file.peek(3)[:3], file.tell())
        print(file.seek(-3, 2), file.read(), file.read(), file.seek(10), file.read1(4))
        target = bytearray(6)
        print(file.readinto(target), target, file.tell())
        print(len(file.read(15000)), file.tell(), len(file.read()))
    with open(path, "r+b") as file:
        print(type(file).__name__, file.read(4))
        file.write(b"----")
        print(file.read(4), file.tell())
        file.seek(0)
        print(file.read(14), file.truncate(20), file.tell())
    print(os.path.getsize(path))
    with open(path, "rb", buffering=0) as file:
        print(type(file).__name__, file.read(3), file.readall()[-3:], file.read(), file.mode)
        print(file.seek(2), file.readline(), file.closefd)
    with open(path, "wb", buffering=0) as file:
        print(file.write(b"a\nb\nc"), os.path.getsize(path))
    with open(path, "rb") as file:
        print(file.readlines(), file.isatty(), file.fileno() > 2)
    with open(path, "rb") as file:
        print([line for line in file])
    with open(path, "wb") as file:
        for number in range(3000):
            file.write(b"%d\n" % number)
    with open(path, "rb") as file:
        lines = list(file)
        print(len(lines), lines[-1])
    with open(path, "rb") as file:
        total = 0
        while piece := file.read(7):
            total += len(piece)
        print(total == os.path.getsize(path))
    with open(path, "wb", buffering=16) as file:
        file.write(b"short")
        print(os.path.getsize(path))
        file.write(b"much longer than that")
        print(os.path.getsize(path) > 16)
        file.flush()
        print(os.path.getsize(path))
    for act in (
        lambda: file.write(b"x"), lambda: file.flush(), lambda: file.fileno(),
    ):
        try:
            act()
        except ValueError as error:
            print("closed")
    fd = os.open(path, os.O_RDONLY)
    with open(fd, "rb", closefd=False) as file:
        print(file.read(5), file.name == fd)
    os.close(fd)
    with open(path, "rb") as file:
        try:
            file.write(b"x")
        except io.UnsupportedOperation as error:
            print("UnsupportedOperation", error)
    reader, writer = os.pipe()
    with open(writer, "wb") as out:
        out.write(b"through a pipe\nand more")
    with open(reader, "rb") as source:
        print(source.readline(), source.read(), source.seekable())
    raw = io.BytesIO(b"abcdefgh")
    buffered = io.BufferedReader(raw, 4)
    print(buffered.peek(2), buffered.read(3), buffered.read(3), buffered.raw is raw)
    pair = io.BufferedRWPair(io.BytesIO(b"in"), io.BytesIO())
    print(pair.read(), pair.write(b"out"))
    wrapped = io.TextIOWrapper(io.BytesIO(), "utf-8", line_buffering=True)
    wrapped.write("a\n")
    print(wrapped.buffer.getvalue(), wrapped.line_buffering)
    wrapped.reconfigure(line_buffering=False, errors="replace")
    print(wrapped.line_buffering, wrapped.errors, wrapped.detach().getvalue())
