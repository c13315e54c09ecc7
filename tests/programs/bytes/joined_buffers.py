# Objects of a program's classes that show their bytes are joined, too.


class Shows:
    def __init__(self, content):
        self.content = content

    def __buffer__(self, flags):
        return memoryview(self.content)


class ShowsNothing:
    def __buffer__(self, flags):
        raise BufferError("not now")


for kind in bytes, bytearray:
    print(kind(b", ").join([b"one", Shows(b"two"), Shows(bytearray(b"three"))]))
    print(kind(b"").join([Shows(b"alone")]))
    for wrong in ShowsNothing(), "text", 5:
        try:
            kind(b"").join([b"a", wrong])
        except Exception as error:
            print(type(error).__name__, error)


class Float:
    def __float__(self):
        return 1.5


for wrong in Float(), 3.5, "x", b"xy", 256:
    try:
        b"%c" % wrong
    except Exception as error:
        print(type(error).__name__, str(error))
Float.__module__ = "elsewhere"
try:
    b"%c" % Float()
except TypeError as error:
    print(error)
