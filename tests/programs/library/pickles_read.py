# Pickles that are read: of all protocols, from bytes and files, with hooks, damaged ones. Picklers with hooks.
import collections
import copyreg
import datetime
import enum
import io
import pickle


class Plain:
    def __init__(self, number):
        self.number, self.text = number, str(number)


class Slots:
    __slots__ = ("first", "second")

    def __init__(self, number):
        self.first, self.second = number, str(number)


class SlotsAndMore(Slots):
    def __init__(self, number):
        super().__init__(number)
        self.more = [number]


class Stated:
    def __init__(self, number):
        self.number = number

    def __getstate__(self):
        return {"number": self.number}

    def __setstate__(self, state):
        self.number = state["number"], "set"


class Reduced:
    def __init__(self, number):
        self.number = number

    def __reduce__(self):
        return Reduced, (self.number,)


class Named:
    def __new__(cls, *, key=0):
        made = object.__new__(cls)
        made.key = key
        return made

    def __getnewargs_ex__(self):
        return (), {"key": self.key}


class Asked:
    def __getattr__(self, name):
        print("asked for", name)
        raise AttributeError(name)


class Careful:
    def __setattr__(self, name, value):
        print("set", name)
        object.__setattr__(self, name, value)


class OwnDict:
    attributes = {}

    @property
    def __dict__(self):
        return self.attributes


class SubList(list):
    pass


class Counted(list):
    def extend(self, items):
        print("extend", len(items))
        super().extend(items)

    def append(self, item):
        print("append")
        super().append(item)


class SubDict(dict):
    def __setitem__(self, key, value):
        print("item", key)
        super().__setitem__(key, value)


class Key:
    """A key whose comparison changes a list of the pickle while it is read."""

    def __init__(self, name):
        self.name = name

    def __reduce__(self):
        return Key, (self.name,)

    def __hash__(self):
        return 7

    def __eq__(self, other):
        seen.append(self.name)
        return isinstance(other, Key) and self.name == other.name


class Colour(enum.Enum):
    RED = 1
    GREEN = 2


seen = []
Point = collections.namedtuple("Point", "x y")


def shown(value):
    kind = type(value)
    if kind in (Plain, Stated, Reduced, Named, SlotsAndMore):
        slots = [getattr(value, name, None) for name in getattr(kind, "__slots__", ())]
        return f"{kind.__name__}{sorted(vars(value).items())}{slots}"
    if kind is Slots:
        return f"Slots{value.first, value.second}"
    if isinstance(value, list):
        return kind.__name__ + str([shown(item) for item in value])
    if kind in (set, frozenset):
        return kind.__name__ + str(sorted(map(shown, value)))
    return repr(value)


VALUES = [
    [Plain(1), Plain(2), Plain("x" * 300)], [Slots(1), SlotsAndMore(2)], [Stated(1), Reduced(2), Named(key=3)],
    [Point(1, 2), Colour.RED, Colour.GREEN, Colour.RED], [SubList([1, 2, "x"]), SubList()],
    {"a": 1.5, "b": [None, True, False, b"abc", bytearray(b"q")], 7: -1}, [{1, 2}, frozenset("ab"), set(), frozenset()],
    [10**30, -5, 255, 256, 70000, -70000, 2**31, -2**63, 2**63, "é\ud800x", "\\u12 \n"], [1e300, -0.0, 1.5e-10, float("inf")],
    [collections.OrderedDict(a=1), collections.deque([1, 2], 3), datetime.date(2020, 1, 1), 1j, range(3)],
    [ValueError(1, 2), KeyError("x")], list(range(1001)), [str(number) for number in range(300)] * 2,
]
circle = []
circle.append((circle, {"k": circle}))
for value in VALUES:
    for protocol in range(6):
        if protocol < 2 and isinstance(value[0] if isinstance(value, list) else None, (Slots, Stated)):
            continue
        made = pickle.dumps(value, protocol)
        wanted = shown(pickle.loads(made))
        for opened in io.BytesIO(made), io.BufferedReader(io.BytesIO(made)):
            if shown(pickle.load(opened)) != wanted or opened.read():
                print("differs", protocol, wanted[:200])
    print(wanted[:300])
for protocol in range(6):
    again = pickle.loads(pickle.dumps(circle, protocol))
    print(again[0][0] is again, again[0][1]["k"] is again)

for value in Asked(), Counted([1, 2]), Counted([1]), SubDict(a=1, b=2):
    print(type(pickle.loads(pickle.dumps(value))).__name__)
careful = Careful()
vars(careful)["name"] = 1
print(vars(pickle.loads(pickle.dumps(careful))))
pickle.loads(b"c__main__\nOwnDict\n)\x81}Vname\nK\x01sb.")
print(OwnDict.attributes)
made = pickle.loads(pickle.dumps([{Key("a"): 1, Key("b"): 2}, {Key("c"), Key("d")}]))
print(sorted(key.name for key in made[0]), sorted(key.name for key in made[1]), len(seen) > 1)

BROKEN = [
    b"Pabc\n.", b"Pabc", b"NQ.", b"Q.", b"cbuiltins\nfoo\n.", b"cfoo\nbar\n.", b"\x80\x04\x8c\x08builtins\x8c\x08list.foo\x93.",
    b"\x80\x04\x8c\x08builtins\x8c\x0blist.append\x93.", b"cbuiltins\nlist.append\n.", b"c__builtin__\nxrange\n.", b"\x82\x00.",
    b"\x82\x01.", b"\x84\xff\xff\xff\xff.", b"NN\x81.", b"cbuiltins\nlist\nN\x81.", b"cbuiltins\nlist\n)N\x92.",
    b"ctypes\nGeneratorType\n)\x81.", b"NN\x92.", b"NNN\x92.", b"NNR.", b"cbuiltins\nlist\nNR.", b"NNb.", b"]}b.", b"]N)\x86b.",
    b"NN]\x86b.", b"(N(o.", b"(No.", b"(cbuiltins\nlist\no.", b"(ibuiltins\nlist\n.", b"(K\x01ibuiltins\nlist\n.", b"r\xff\xff\xff\xff.",
    b"Nq\x05h\x05.", b"Nr\xff\xff\x00\x00j\xff\xff\x00\x000N\x94j\xff\xff\x00\x00.", b"S'abc'\n.", b"S'abc\n.", b"U\x02\xff\xff.", b"T\x02\0\0\0ab.", b"T\xff\xff\xff\xff.",
    b"Vab\\u1234\n.", b"X\x02\0\0\0\xff\xff.", b"X\x03\0\0\0\xed\xa0\x80.", b"Na.", b"N]a.", b"N(Ne.", b"N(NNu.", b"](]NNu.",
    b"N(N\x90.", b"](N\x90.", b"}(]Nu.", b"\x8f(]\x90.", b"(]\x91.", b"K\x01\x98.", b"C\x01a\x98.", b"cb\n\n.", b"c\nb\n.",
    b"N\x8c\x01a\x93.", b"N(2.", b"N2\x86.", b"(0N.", b"((.", b"(N.", b"Lab\n.", b"L1_0L\n.", b"I0x1F\n.", b"I 12 \n.", b"I\0x\n.", b"I010\n.",
    b"I01\n.", b"F1_0\n.", b"F 1\n.", b"Fnan\n.", b"F1e400\n.", b"g-1\n.", b"gabc\n.", b"g99999999999999999999\n.", b"Np-1\n.", b"Npa\n.", b"'", b"\\",
    b"\x80\x04\x95\x04\0\0\0\0\0\0\0NI12\n0.", b"\x80\x04\x95\x05\0\0\0\0\0\0\0NI12\n0.", b"\x95\x01\0\0\0\0\0\0\0C\0.",
    b"\x95\x05\0\0\0\0\0\0\0K\x01\x95\xff\xff\xff\xff\xff\xff\xff\xff.", b"\x8d\xff\xff\xff\xff\xff\xff\xff\x7f", b"\x8e\0\xff\xff\xff\xff\xff\xff\xff",
    b"c__main__\nSlots\n)\x81N}K\x01K\x02s\x86b.", b"c__main__\nSlots\n)\x81}Vzz\nK\x02sb.", b"c__main__\nPlain\n)\x81K\x01b.",
]
for document in BROKEN:
    told = []
    for read in pickle.loads, lambda given: pickle.load(io.BytesIO(given)), lambda given: pickle.load(io.BufferedReader(io.BytesIO(given))):
        try:
            told.append(repr(read(document)))
        except Exception as error:
            told.append(f"{type(error).__name__}: {error}")
    print(document, "|", *sorted(set(told)))


class Logged:
    """A file that tells what it was asked."""

    def __init__(self, content, absent=(), shows=False):
        self.file = io.BytesIO(content)
        if shows:
            self.file = io.BufferedReader(self.file)
        self.absent, self.log = absent, []

    def __getattr__(self, name):
        if name in self.absent:
            raise AttributeError(name)
        method = getattr(self.file, name)

        def asked(*arguments):
            answer = method(*arguments)
            size = answer if isinstance(answer, int) else len(answer)
            self.log.append((name, *[argument if isinstance(argument, int) else len(argument) for argument in arguments], size))
            return answer

        return asked


for protocol in 0, 2, 4, 5:
    made = pickle.dumps([1, "abc", b"x" * 70_000, bytearray(b"y" * 70_000) if protocol == 5 else 2], protocol) + b"rest"
    for absent, shows in (("peek",), False), (("peek",), True), ((), True), (("peek", "readinto"), False):
        file = Logged(made, absent, shows)
        value = pickle.load(file)
        if protocol:
            print(protocol, len(value[2]), file.log[:9], file.file.tell() - len(made))

stream = io.BytesIO(b"]\x94h\x00.h\x00.h\x07.")
reader = pickle.Unpickler(stream)
print(reader.load(), reader.load(), reader.memo.copy())
try:
    reader.load()
except pickle.UnpicklingError as error:
    print(error)
reader.memo.clear()
print(reader.memo.copy())
for wrong in [1], {"a": 1}, {-1: 1}:
    try:
        reader.memo = wrong
    except (TypeError, ValueError) as error:
        print(error)


class Finding(pickle.Unpickler):
    def find_class(self, module, name):
        print("find", module, name)
        if name == "again":
            return self.load()
        return super().find_class(module, name)

    def persistent_load(self, name):
        return "persistent", name


print(Finding(io.BytesIO(pickle.dumps(Plain(3)))).load().number)
print(Finding(io.BytesIO(b"Vabc\nQ.")).load(), Finding(io.BytesIO(b"Pabc\n.")).load())
try:
    Finding(io.BytesIO(b"cx\nagain\n.")).load()
except RuntimeError as error:
    print(error)
copyreg.add_extension("__main__", "Plain", 0xF0)
for protocol in 2, 4:
    made = pickle.dumps(Plain(5), protocol)
    print(len(made), pickle.loads(made).number, Finding(io.BytesIO(made)).load().number)
copyreg.remove_extension("__main__", "Plain", 0xF0)
made = pickle.dumps([pickle.PickleBuffer(b"abc"), pickle.PickleBuffer(bytearray(b"d"))], 5, buffer_callback=[].append)
print(pickle.loads(made, buffers=[b"abc", bytearray(b"d")]))
for buffers in [b"abc"], None:
    try:
        pickle.loads(made, buffers=buffers)
    except pickle.UnpicklingError as error:
        print(error)
for given in (pickle.dumps(3), bytearray(b"N."), memoryview(b"Nxx.")[::2], 5, "N."):
    try:
        print(pickle.loads(given))
    except (TypeError, BufferError) as error:
        print(type(error).__name__, error)

log = []


class Persisting(pickle.Pickler):
    def persistent_id(self, value):
        log.append(type(value).__name__)
        if isinstance(value, Key):
            return "key", value.name


class Overriding(pickle.Pickler):
    def reducer_override(self, value):
        log.append(type(value).__name__)
        if isinstance(value, Plain):
            return Plain, (value.number,)
        if value is ord:
            return 5
        if value is chr:
            return None
        return NotImplemented


class Tabled(pickle.Pickler):
    dispatch_table = {Plain: lambda value: (Plain, ("table",))}


class Outer:
    class Inner:
        pass


for kind in Persisting, Overriding, Tabled:
    for protocol in 4, 5:
        for value in [1, "a", Plain(3), Reduced(Key(3)), {Key(4): None}, Plain, len], [Outer.Inner, (1,), b"x" * 70_000], [ord], [chr], {1: lambda: 0}:
            file = io.BytesIO()
            try:
                kind(file, protocol).dump(value)
                print(len(file.getvalue()), file.getvalue()[:200], log)
            except Exception as error:
                print(type(error).__name__, str(error).split(" at ")[0], error.__notes__, log)
            log.clear()
deep = [Plain(1)]
for _ in range(520):
    deep = [deep]
file = io.BytesIO()
Overriding(file, 4).dump(deep)
print(len(file.getvalue()), log)
writer = pickle.Pickler(file := io.BytesIO(), 4)
shared = ["shared", Plain(2)]
for value in shared, shared, [shared, Outer.Inner], Outer.Inner:
    writer.dump(value)
print(file.getvalue(), len(writer.memo.copy()))
file.seek(0)
reader = pickle.Unpickler(file)
print([type(reader.load()).__name__ for _ in range(4)])
writer.clear_memo()
place = file.tell()
writer.dump(shared)
print(file.getvalue()[place:])
other = pickle.Pickler(file := io.BytesIO(), 4)
other.memo = writer.memo
other.dump(shared)
print(file.getvalue())
