"""Files in memory of classes below the library's are pickled without their __init__, and take the
bytes that an object of a class shows by __buffer__."""

import io
import pickle


class Bytes(io.BytesIO):
    def __init__(self, start, more):
        super().__init__(start)
        self.more = more


class Text(io.StringIO):
    def __init__(self, start, more):
        super().__init__(start)
        self.more = more


for file in Bytes(b"abc", 3), Text("abc", 4):
    file.seek(1)
    for protocol in range(2, 6):
        copy = pickle.loads(pickle.dumps(file, protocol))
        print(type(copy).__name__, copy.getvalue(), copy.tell(), copy.more)
    state = file.__getstate__()
    file.close()
    for use in (lambda: pickle.dumps(file), lambda: file.__setstate__(state)):
        try:
            use()
        except ValueError as error:
            print("closed" in str(error))


class Shown:
    def __init__(self, act):
        self.act = act

    def __buffer__(self, flags):
        self.act()
        return memoryview(b"shown")


file = io.BytesIO(b"some bytes")
print(file.write(Shown(lambda: file.seek(5))), file.getvalue())
file.writelines([b"1", Shown(lambda: None), bytearray(b"2")])
print(file.getvalue())
try:
    file.write(Shown(file.close))
except ValueError as error:
    print("closed" in str(error))
try:
    io.BytesIO().write(object())
except TypeError as error:
    print(error)
print(bytes(Shown(lambda: None)), bytearray(Shown(lambda: None)))
grown = bytearray(b"-")
grown.extend(Shown(lambda: None))
print(grown, int.from_bytes(Shown(lambda: None), "big"))
buffer = pickle.PickleBuffer(b"out of band")
print(bytes(buffer), bytearray(buffer))
