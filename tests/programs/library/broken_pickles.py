# Broken pickles: the errors of the native unpickler; errors of what a pickle calls stay their own.
import io
import pickle
import sys

BROKEN = [
    b"", b"%", b"\xaf\x04.", b"\x01", b".", b"K", b"K\x01", b"K\x010.", b"0.", b"l.", b"e.", b"(e.", b"R.", b")R.", b"t.",
    b"ay.", b"\x91.", b"]s.", b"]K\x01s.", b"\x85.", b"\x87.", b"h\x05.", b"j\0\0", b"\x94.", b"q\0.", b"b.", b"2.", b"1.", b"u.",
    b"\x80", b"\x80\x09.", b"\x80\x04\x95\x06{\1\0*\0 \0\0\0\0\x80\0", b"\x80\x04\x95.\0\0\0\0", b"\x80\x04\x95" + b"\xff" * 8,
    b"\x80\x04\x95\x09\0\0\0\0\0\0*C\x05bytes\x94.", b"\x80\x04\x8c\x08\0\0\0\x80tins\x94.", b"C\x09ab", b"B\xff\xff\xff\x7fab",
    b"X\x09\0\0\0ab.", b"I", b"g5\n.", b"\x8a\x09\0.",
    b"\x8b\xff\xff\xff\xff.", b"G\0\0.", b"M\0", b"J\0\0\0", b"c", b"cbuiltins\n", b"\x93.", b"\x8f\x90.", b"\x97.", b"F0.0", b"}(Nu.", b"(Nd.", b"N(.", b"I5", b"\x98.",
]
for document in BROKEN:
    told = []
    for read in pickle.loads, lambda content: pickle.load(io.BytesIO(content)):
        try:
            told.append(repr(read(document)))
        except Exception as error:
            told.append(f"{type(error).__name__}: {error}")
    print(document, "|", told[0] if told[0] == told[1] else told)

# An object goes over the end of a frame, and a frame begins inside of another.
for document in b"\x80\x04\x95\x03\0\0\0\0\0\0\0C\x05bytes.", b"\x80\x04\x95\x0d\0\0\0\0\0\0\0]\x95\x02\0\0\0\0\0\0\0K\x01a.":
    try:
        print(pickle.loads(document))
    except pickle.UnpicklingError as error:
        print("UnpicklingError", error)


class Faulty:
    def __init__(self, how):
        self.how = how

    def __reduce__(self):
        return fail, (self.how,)


def fail(how):
    if how == "index":
        return [][1]
    if how == "key":
        return {}[37]
    return [].pop()


for how in "index", "key", "pop":
    try:
        pickle.loads(pickle.dumps(Faulty(how)))
    except LookupError as error:
        print(type(error).__name__, error)


class Own(pickle.Unpickler):
    def find_class(self, module, name):
        return {"fail": str}.get(name) or super().find_class(module, name)

    def persistent_load(self, number):
        return ["persistent", number][number]


print(Own(io.BytesIO(pickle.dumps(Faulty("index")))).load())
try:
    Own(io.BytesIO(b"K\x05Q.")).load()
except IndexError as error:
    print("IndexError", error)
stream = io.BytesIO(pickle.dumps([1]) + pickle.dumps({2}) + pickle.dumps(bytearray(b"x" * 100_000), 5))
reader = pickle.Unpickler(stream)
print(reader.load(), reader.load(), len(reader.load()))
try:
    reader.load()
except EOFError as error:
    print("EOFError", error)
print(pickle.Unpickler.__module__, pickle.loads is sys.modules["_pickle"].loads)
