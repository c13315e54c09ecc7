"""Places in buffered files: what is read after each of many steps is what lies there."""

import io
import os
import random
import tempfile
import threading

content = b"".join(b"%d line %d\n" % (number * 7919 % 1000, number) for number in range(3000))


def steps(file, draw, count):
    """Random steps, compared with the content; the number of bytes read."""
    place, seen = 0, 0
    for _ in range(count):
        kind = draw.randrange(9)
        if kind == 0:
            place = draw.randrange(len(content) + 50)
            assert file.seek(place) == place
        elif kind == 1:
            by = draw.randrange(-min(place, 300), 300)
            place += by
            assert file.seek(by, 1) == place
        elif kind == 2:
            place = len(content) - draw.randrange(100)
            assert file.seek(place - len(content), 2) == place
        elif kind == 3:
            assert file.tell() == place
        elif kind == 4:
            end = content.find(b"\n", place) + 1 or len(content)
            line = file.readline()
            assert line == content[place:end], (line, place)
            place = max(place, end)
            seen += len(line)
            place = place if line else max(place, 0)
        elif kind == 5:
            target = bytearray(draw.choice([3, 100, 9000]))
            got = file.readinto(target)
            assert target[:got] == content[place:place + len(target)], place
            place += got
            seen += got
        elif kind == 6:
            piece = file.peek(5)
            assert content[place:].startswith(piece), place
        elif kind == 7:
            size = draw.choice([1, 5, 20000])
            piece = file.read1(size)
            assert content[place:].startswith(piece) and len(piece) <= size
            place += len(piece)
            seen += len(piece)
        else:
            size = draw.choice([0, 1, 7, 50, 700, 9000, 20000])
            piece = file.read(size)
            assert piece == content[place:place + size], (place, size)
            place += len(piece)
            seen += len(piece)
    return seen > 0


class Stumbling(io.RawIOBase):
    """Fails at each third reading, before it takes anything."""

    def __init__(self):
        self.place = self.count = 0

    def readable(self):
        return True

    def seekable(self):
        return True

    def seek(self, pos, whence=0):
        self.place = pos + (0, self.place, len(content))[whence]
        return self.place

    def tell(self):
        return self.place

    def readinto(self, target):
        self.count += 1
        if self.count % 3 == 0:
            raise RuntimeError("stumbles")
        piece = content[self.place:self.place + min(len(target), 100)]
        target[:len(piece)] = piece
        self.place += len(piece)
        return len(piece)


def stumbles():
    file, got, failures = io.BufferedReader(Stumbling(), 64), [], 0
    while sum(map(len, got)) < 2000:
        try:
            got.append(file.read(150))
        except RuntimeError:
            failures += 1
            file.seek(sum(map(len, got)))
    joined = b"".join(got)
    return joined == content[:len(joined)], failures > 0


def threads(path):
    """Lines are taken whole, and none twice."""
    for mode in "rb", "r+b":
        with open(path, mode) as file:
            found = [[] for _ in range(3)]

            def take(own):
                while line := file.readline():
                    own.append(line)

            workers = [threading.Thread(target=take, args=(own,)) for own in found]
            for worker in workers:
                worker.start()
            for worker in workers:
                worker.join()
            if mode == "rb":
                lines = sorted(line for own in found for line in own)
                print(lines == sorted(content.splitlines(True)))


with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "content")
    with open(path, "wb") as file:
        for start in range(0, len(content), 1000):
            assert file.write(content[start:start + 1000]) == len(content[start:start + 1000])
        assert file.tell() == len(content)
    for mode, size in ("rb", -1), ("rb", 16), ("rb", 300), ("r+b", -1), ("r+b", 64):
        with open(path, mode, size) as file:
            print(mode, size, steps(file, random.Random(5), 1500))
    for size in 16, 5000:
        print(steps(io.BufferedReader(io.FileIO(path), size), random.Random(6), 500))
    with open(path, "rb") as file:
        file.seek(10)
        file.read(5)
        os.lseek(file.fileno(), 0, 0)
        print(file.read(3) == content[15:18], file.seek(12), file.read(2) == content[12:14])
        for wrong in (-1,), (0, 5), ("a",), (1.5,), (0, -1), (-100, 1):
            try:
                print(file.seek(*wrong))
            except (ValueError, TypeError, OSError) as error:
                print(type(error).__name__)
    for act in (lambda: file.seek(0), lambda: file.read(1), lambda: file.readline()):
        try:
            print(act())
        except ValueError as error:
            print(error)
    with open(path, "r+b") as file:
        file.seek(100)
        file.read(10)
        file.write(b"WRITTEN")
        file.seek(105)
        print(file.read(20))
        file.seek(0)
        file.write(content)
    with open(path) as file:
        lines = [file.readline() for _ in range(3)]
        mark = file.tell()
        rest = file.read(20)
        file.seek(mark)
        print(lines, file.read(20) == rest, file.seek(0), file.readline() == lines[0])
    read, write = os.pipe()
    os.write(write, b"one\ntwo\n")
    with open(read, "rb") as file:
        print(file.readline(), file.peek(1))
        try:
            file.seek(0)
        except OSError as error:
            print(type(error).__name__, error)
        os.close(write)
        print(file.read())
    print(stumbles())
    threads(path)
