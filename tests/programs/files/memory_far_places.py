# Places in memory files that no memory reaches, and numbers that none holds.
import io
import sys


def told(function):
    try:
        print(function())
    except (OverflowError, MemoryError) as error:
        print(type(error).__name__, error)


for make, content in (io.BytesIO, b"ab"), (io.StringIO, "ab"):
    for place in sys.maxsize, 1 << 62, 10**30:
        file = make(content * 3)
        told(lambda: file.seek(place))
        told(file.tell)
        if make is io.BytesIO:
            told(lambda: file.readinto(bytearray(2)))
            told(lambda: file.seek(-1, 1))
            told(lambda: file.seek(sys.maxsize - 2, 2))
        told(lambda: file.read(1))
        told(file.readline)
        told(file.readlines)
        told(lambda: file.write(content[:0]))
        told(file.tell)
        told(lambda: file.__getstate__()[:3])

file = io.BytesIO()
file.seek(sys.maxsize)
told(lambda: file.write(b"ab"))
told(lambda: file.seek(1, 1))
file = io.StringIO()
file.seek(sys.maxsize)
told(lambda: file.write("ab"))


def in_place():
    number = 2**64
    number <<= 2**64 - 1


told(lambda: 2**64 << (2**64 - 1))
told(in_place)
told(lambda: 1 << (2**64 - 1))
told(lambda: -(2**70) << 2**63)
told(lambda: 0 << (2**64 - 1))
told(lambda: (2**64 - 1).__rlshift__(2**64))
told(lambda: (2**64 >> (2**64 - 1), -(2**64) >> (2**64 - 1)))
