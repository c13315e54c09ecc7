# Memory views of arrays, and arrays where bytes are taken; __buffer__ of a program's own.
import re
import struct
from array import array
from collections.abc import Buffer

numbers = array("i", [1, 2, -3, 4])
view = memoryview(numbers)
print(view.format, view.itemsize, view.shape, view.nbytes, view.readonly, view.obj is numbers)
print(view.tolist(), view[1], view[-1], view[1:3].tolist(), view[::-2].tolist())
view[0] = 70
print(numbers, list(reversed(view)), view == numbers, view == array("i", [70, 2, -3, 4]))
view[1:3] = array("i", [8, 9])
print(numbers, bytes(view[:1]), view.cast("B")[:4].tolist(), view[1:].obj is numbers)
for wrong in (array("h", [1, 2]), b"12345678"):
    try:
        view[1:3] = wrong
    except ValueError as error:
        print(error)
try:
    view[0] = 2 ** 40
except ValueError as error:
    print(error)
view.release()
try:
    view[0]
except ValueError as error:
    print(error)
print(memoryview(array("d", [1.5])).tolist())
letters = array("B", b"hello world")
print(b"-".join([letters, b"x"]), bytes(letters), bytearray(letters), b"a" + bytes(letters))
print(re.search(rb"w\w+", letters).span(), b"world" in bytes(letters), letters.tobytes().split())
print(struct.unpack_from("<I", letters, 2), struct.unpack("11s", letters))
target = array("B", bytes(8))
struct.pack_into("<H", target, 3, 0x1234)
print(target)
print(int(array("B", b"42")), int.from_bytes(array("B", [1, 2]), "big"))


class Shows:
    def __init__(self, content):
        self.content = content

    def __buffer__(self, flags):
        return memoryview(self.content)


class Wrong:
    def __buffer__(self, flags):
        return 3


shown = Shows(bytearray(b"abc"))
view = memoryview(shown)
view[0] = 65
print(bytes(shown.content), view.tobytes())
for bad in (Wrong(), 3, "text"):
    try:
        memoryview(bad)
    except TypeError as error:
        print("TypeError")
print(memoryview(b"abc".__buffer__(0)).tobytes(), list(reversed(memoryview(b"abc"))))
print([isinstance(one, Buffer) for one in (b"", bytearray(), memoryview(b""), numbers, shown, "")])
