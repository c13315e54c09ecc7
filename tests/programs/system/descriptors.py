# What reads and writes by descriptors take at once, and what is no descriptor.
import os
import threading
import warnings


def reader(descriptor, pieces):
    while piece := os.read(descriptor, 65536):
        pieces.append(piece)


def through_a_pipe(write):
    """What a blocking write says, and how much arrives."""
    source, target = os.pipe()
    pieces = []
    thread = threading.Thread(target=reader, args=(source, pieces))
    thread.start()
    said = write(target)
    os.close(target)
    thread.join()
    os.close(source)
    return said, len(b"".join(pieces))


LONG = b"x" * 300_000
print(through_a_pipe(lambda target: os.write(target, LONG)))
print(through_a_pipe(lambda target: os.write(target, memoryview(LONG)[:200_001])))
print(through_a_pipe(lambda target: os.writev(target, [LONG, b"yz"])))
print(through_a_pipe(lambda target: open(target, "wb", 0, closefd=False).write(LONG)))

# What does not block takes what there is room for.
source, target = os.pipe()
os.set_blocking(target, False)
taken = os.write(target, LONG)
print(taken == 65536, len(os.read(source, LONG.__len__())) == taken)
raw = open(target, "wb", 0)
print(raw.write(LONG) == taken, raw.write(b"more"))
os.close(source)
try:
    os.write(target, LONG)
except BrokenPipeError as error:
    print(error)
raw.close()

# Several buffers are filled by one read.
source, target = os.pipe()
os.write(target, b"abcde")
buffers = [bytearray(2), bytearray(3), bytearray(4)]
print(os.readv(source, buffers), buffers)
os.write(target, b"fg")
print(os.readv(source, buffers), buffers)

# A truth value is a number, but hardly a descriptor.
for name in "chdir fchdir fsync fdatasync stat statvfs".split():
    for value in True, 99999, -5, 1.5:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            try:
                getattr(os, name)(value)
            except (OSError, TypeError, ValueError) as error:
                if value is not True:
                    print(name, value, type(error).__name__, error)
            print([(entry.category.__name__, str(entry.message)) for entry in caught])
