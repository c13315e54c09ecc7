# Limits of slices of views may be objects with __index__, as those of all sequences.
import array


class Number:
    def __init__(self, value):
        self.value = value

    def __index__(self):
        return self.value


for target in (memoryview(bytearray(b"abcdef")), bytearray(b"abcdef"), array.array("b", b"abcdef"), list(b"abcdef")):
    print(bytes(target[Number(1):Number(4)]), bytes(target[Number(5)::Number(-2)]), target[Number(2)])
    target[Number(0):Number(2)] = target[Number(2):Number(4)]
    target[Number(4)] = 120
    print(bytes(target))
try:
    memoryview(b"ab")[1.5:]
except TypeError as error:
    print(error)
