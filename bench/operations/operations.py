"""Single operations: what each is called with, as rows of text.

A group begins with `# NAME`, its preparation follows in lines that begin with `|`, and then an operation a line.
Every operation of a group is measured after the same preparation, in a function of a module of its own.
"""

TEXT = r'''
# attributes
|class Plain:
|    kind = "plain"
|    def __init__(self): self.x = 1
|    def method(self): return 1
|    @property
|    def total(self): return 1
|    @classmethod
|    def made(cls): return 1
|    @staticmethod
|    def free(): return 1
|class Slots:
|    __slots__ = ("x", "y")
|class Asked:
|    def __getattr__(self, name): return 1
|plain, slots, asked, name = Plain(), Slots(), Asked(), "x"
|slots.x = 1
plain.x
plain.kind
plain.x = 2
slots.x
slots.x = 2
plain.total
asked.missing
plain.method()
plain.made()
plain.free()
hasattr(plain, "missing")
getattr(plain, "missing", 0)
getattr(plain, name)
setattr(plain, name, 3)
isinstance(plain, Plain)
isinstance(1, (str, bytes))
issubclass(bool, int)
type(plain) is Plain
callable(plain)
vars(plain)
plain.method
super(Plain, plain).__init__
# calls
|from functools import partial, lru_cache, cache, wraps, singledispatch, reduce
|from operator import itemgetter, attrgetter, methodcaller, add
|def fixed(a, b=1, *, c=2): return a
|def starred(*args, **kwargs): return args
|def decorate(function):
|    @wraps(function)
|    def wrapper(*args, **kwargs): return function(*args, **kwargs)
|    return wrapper
|decorated = decorate(fixed)
|part = partial(fixed, 1)
|@lru_cache(maxsize=64)
|def bounded(n): return n
|@cache
|def unbounded(n): return n
|@singledispatch
|def dispatched(x): return x
|@dispatched.register
|def _(x: str): return x
|row, words, options = (1, 2, 3), (4, 5), {"b": 2, "c": 3}
|second, real, upper = itemgetter(1), attrgetter("real"), methodcaller("upper")
|class Called:
|    def __call__(self, x): return x
|called = Called()
fixed(1)
fixed(1, b=2)
fixed(1, c=2)
fixed(1, **options)
fixed(*words)
starred(1, 2, 3)
starred(1, x=2)
starred(*row, **options)
decorated(1, 2)
part(2)
bounded(5)
unbounded(5)
dispatched("text")
called(1)
second(row)
real(5)
upper("text")
add(1, 2)
reduce(add, row)
(lambda x: x)(1)
# classes
|from dataclasses import dataclass, replace
|from collections import namedtuple
|from enum import Enum, IntFlag
|from typing import NamedTuple
|class Pair:
|    def __init__(self, a, b): self.a = a; self.b = b
|class Below(Pair):
|    def __init__(self, a, b): super().__init__(a, b)
|@dataclass
|class Data:
|    a: int
|    b: int
|@dataclass(frozen=True, order=True)
|class Frozen:
|    a: int
|    b: int
|Named = namedtuple("Named", "a b")
|class Colour(Enum):
|    RED = 1
|    BLUE = 2
|class Bits(IntFlag):
|    A = 1
|    B = 2
|data, other, frozen, named, red = Data(1, 2), Data(1, 2), Frozen(1, 2), Named(1, 2), Colour.RED
Pair(1, 2)
Below(1, 2)
Data(1, 2)
Frozen(1, 2)
Named(1, 2)
data == other
repr(data)
frozen < frozen
hash(frozen)
replace(data, a=3)
named.a
named._replace(a=2)
named._asdict()
Colour.RED
Colour(1)
Colour["RED"]
red.name
red.value
Bits.A | Bits.B
list(Colour)
type("Made", (), {})
# containers
|from collections import defaultdict, Counter, OrderedDict, deque, ChainMap
|import heapq, bisect
|numbers, pairs = list(range(100)), [(i, -i) for i in range(100)]
|mapping, single = {i: i for i in range(50)}, {"a": 1}
|counts, queue, ordered, chain = defaultdict(int), deque(), OrderedDict(a=1), ChainMap({"a": 1}, {"b": 2})
|heap, letters, group, key = list(range(50)), "abracadabra" * 10, set(range(50)), "a"
[x for x in numbers if x % 2]
{x: x for x in numbers}
{x for x in numbers}
numbers[10:20]
numbers + numbers
numbers.index(50)
50 in numbers
list(reversed(numbers))
numbers.copy()
sorted(numbers)
sum(numbers)
min(numbers)
max(numbers, default=0)
mapping[10]
mapping.get(10)
single.setdefault("a", 1)
single.update(b=2)
{**single, "c": 1}
single | {"c": 1}
for k, v in mapping.items(): pass
list(mapping)
dict(pairs)
dict.fromkeys(numbers)
"a" in single
counts[key] += 1
Counter(letters)
Counter(letters).most_common(2)
queue.append(1); queue.popleft()
ordered.move_to_end("a")
chain["b"]
heapq.heappush(heap, 5); heapq.heappop(heap)
heapq.nsmallest(3, numbers)
bisect.bisect(numbers, 33)
bisect.insort(numbers, 33); numbers.pop()
5 in group
group & {1, 2, 3}
group | {1, 2, 3}
frozenset(numbers)
tuple(numbers)
a, *b = numbers
# iteration
|from itertools import chain, groupby, islice, product, accumulate, count, zip_longest, combinations, takewhile
|from operator import itemgetter, neg
|numbers, pairs, empty = list(range(100)), [(i, -i) for i in range(100)], iter([])
|def generate():
|    for i in range(50): yield i
|def delegate(): yield from range(50)
list(map(str, numbers))
list(map(lambda x: x, numbers))
list(filter(None, numbers))
list(filter(lambda x: x > 50, numbers))
list(zip(numbers, numbers))
dict(zip(numbers, numbers))
list(enumerate(numbers))
sum(x for x in numbers)
any(x > 98 for x in numbers)
all(x < 99 for x in numbers)
sorted(numbers, key=lambda x: -x)
sorted(pairs, key=itemgetter(1))
max(numbers, key=neg)
min(numbers, key=lambda x: x)
list(generate())
list(delegate())
list(chain(numbers, numbers))
list(chain.from_iterable(pairs))
list(groupby(numbers, key=lambda x: x // 10))
list(islice(numbers, 10, 50))
list(product("abc", repeat=3))
list(accumulate(numbers))
list(zip_longest(numbers, "abc"))
list(combinations(range(8), 3))
list(takewhile(lambda x: x < 50, numbers))
next(empty, None)
for i in range(100): pass
# texts
|words, line, name, accented = ["abc"] * 20, "key=value,other=more,last=one", "  Hello World ", "hélló wörld" * 5
|data, table, a, b, c = accented.encode(), str.maketrans("abc", "xyz"), "x", 1.5, 7
line.split(",")
line.rsplit("=", 1)
name.split()
",".join(words)
line.replace("o", "00")
name.strip()
name.lower()
name.title()
line.startswith(("x", "key"))
line.endswith("one")
line.find("last")
line.count("e")
line.partition("=")
line[4:9]
[x for x in line]
line.translate(table)
line.splitlines()
line.zfill(40)
line.center(50)
name.isspace()
accented.encode()
data.decode()
data.hex()
bytes.fromhex("00ff10")
f"{a:>10}|{b:.2f}|{c!r}"
"%s=%d %5.1f" % (a, c, b)
"{} and {!r}".format(c, a)
format(b, ".3f")
str(12345)
repr(1.1)
repr(name)
int("12345")
float("1.5")
ord("a")
chr(233)
hex(255)
line == "key"
a * 10
line + name
# patterns
|import re
|pair, digits, word, text, pattern = re.compile(r"(\w+)=(\d+)"), re.compile(r"\d+"), re.compile(r"\w+"), "abc=123 d=4", r"(\w+)=(\d+)"
re.match(pattern, text)
pair.match(text)
pair.fullmatch("abc=1")
pair.search(text)
pair.match(text).group(1)
pair.match(text).groups()
digits.sub("x", text)
pair.sub(r"\2=\1", text)
pair.sub(lambda m: m[1], text)
word.findall(text)
list(word.finditer(text))
re.split(r"\s+", text)
re.escape("a.b*c")
# statements
|from contextlib import contextmanager, suppress
|import contextvars, threading, weakref
|class Guard:
|    def __enter__(self): return self
|    def __exit__(self, *error): pass
|@contextmanager
|def managed(): yield 1
|guard, lock, reentrant, event = Guard(), threading.Lock(), threading.RLock(), threading.Event()
|variable, local, table = contextvars.ContextVar("variable", default=1), threading.local(), {}
|local.x = 1
|def raised():
|    try: raise ValueError("x")
|    except ValueError as error: return error
|def missed():
|    try: return table["x"]
|    except KeyError: return None
|def ended():
|    try: return 1
|    finally: pass
|def guarded():
|    with guard: return 1
|def by_generator():
|    with managed() as x: return x
|def suppressed():
|    with suppress(KeyError): table["x"]
|def locked():
|    with lock: pass
|def twice_locked():
|    with reentrant: pass
|def matched(x):
|    match x:
|        case {"k": [a, b]}: return a
|        case str(): return 0
|async def coroutine(): return 1
|def run_coroutine():
|    try: coroutine().send(None)
|    except StopIteration as end: return end.value
raised()
missed()
ended()
guarded()
by_generator()
suppressed()
locked()
twice_locked()
matched({"k": [1, 2]})
run_coroutine()
variable.get()
variable.reset(variable.set(2))
local.x
local.x = 2
event.is_set()
weakref.ref(guard)
threading.current_thread()
# numbers
|import math, random, statistics, struct
|from decimal import Decimal
|from fractions import Fraction
|x, y, big, first, second = Decimal("1.10"), Decimal("2.25"), 3**200, Fraction(1, 3), Fraction(1, 6)
|packed, rows = struct.pack("<IHB", 1, 2, 3), list(range(20))
x + y
x * y
x / y
x < y
Decimal("1.5")
str(x)
round(x, 1)
f"{x:.2f}"
x.quantize(y)
first + second
first * second
big * big
big % 997
pow(3, 100, 997)
math.sqrt(2.0)
math.gcd(12, 18)
divmod(17, 5)
round(1.2345, 2)
abs(-1.5)
random.random()
random.randint(1, 100)
random.choice(rows)
random.shuffle(rows)
statistics.mean(rows)
struct.unpack("<IHB", packed)
struct.pack("<IHB", 1, 2, 3)
# dates
|from datetime import date, datetime, time, timedelta, timezone
|moment, day, difference, aware = datetime(2020, 1, 2, 3, 4), date(2020, 1, 2), timedelta(days=1), datetime(2020, 1, 2, tzinfo=timezone.utc)
datetime(2020, 1, 2)
date(2020, 1, 2)
timedelta(days=1)
moment + difference
moment - moment
moment < moment
moment == moment
day + difference
day < day
difference + difference
difference * 2
moment.year
moment.replace(year=2021)
moment.isoformat()
moment.strftime("%Y-%m-%d")
datetime.strptime("2020-01-02", "%Y-%m-%d")
datetime.fromisoformat("2020-01-02T03:04:05")
day.weekday()
hash(moment)
aware.astimezone(timezone.utc)
difference.total_seconds()
moment.date()
# library
|import ast, base64, binascii, copy, csv, hashlib, html, inspect, io, json, logging, os, pickle, shlex, string, textwrap, uuid
|from collections.abc import Mapping, Sequence
|from pathlib import Path, PurePath
|from queue import Queue, SimpleQueue
|from urllib.parse import urlsplit, quote, urlencode
|class Plain: pass
|plain = Plain(); plain.a = [1, 2]
|document, path, queue, simple = {"a": [1, 2.5, None, True, "x"], "b": {"c": "d"}}, Path("a/b.txt"), Queue(), SimpleQueue()
|text, pickled, sentence = json.dumps(document), pickle.dumps(document), "the quick brown fox jumps over the lazy dog " * 2
|log, quiet, template = logging.getLogger("bench"), logging.getLogger("quiet"), string.Template("$a and $b")
|log.propagate = False; log.setLevel(10); quiet.setLevel(40)
|class Handler(logging.Handler):
|    def emit(self, record): self.format(record)
|log.addHandler(Handler())
|def function(a, b=1): pass
json.dumps(document)
json.loads(text)
pickle.dumps(document)
pickle.loads(pickled)
pickle.loads(pickle.dumps(plain))
copy.copy(plain)
copy.copy(document)
copy.deepcopy(document)
log.info("x %s", 1)
quiet.info("x %s", 1)
isinstance([], Sequence)
issubclass(dict, Mapping)
Path("a") / "b"
path.name
str(PurePath("a", "b"))
os.path.join("a", "b", "c.txt")
os.path.splitext("a/b.txt")
queue.put(1); queue.get()
simple.put(1); simple.get()
io.StringIO("a\nb\nc").readlines()
list(io.BytesIO(b"a\nb\nc"))
list(csv.reader(["a,b,c", '1,"2",3']))
hashlib.sha256(b"x" * 100).hexdigest()
hashlib.md5(b"x").digest()
base64.b64encode(b"x" * 50)
binascii.crc32(b"x" * 50)
html.escape("<a&b>")
html.unescape("&lt;a&amp;b&gt;")
uuid.uuid4()
uuid.UUID("12345678123456781234567812345678")
urlsplit("http://a.b/c?d=e#f")
quote("a b/c")
urlencode({"a": 1, "b": "c d"})
textwrap.wrap(sentence, 30)
shlex.split("a 'b c' d")
template.substitute(a=1, b=2)
ast.parse("x = y + 1")
inspect.signature(function)
# texts of programs
|import textwrap, difflib, html, string, shlex, fnmatch, unicodedata, re
|line = "The quick brown fox jumps over the lazy dog and runs away from the big bad wolf " * 3
|words = line.split()
|fmt = string.Formatter()
|doc = "  indented\n    more\n  back\n"
|uni = "Grüße aus Köln, šđčćž и привет"
|pattern = re.compile(r"(?P<key>\w+)\s*=\s*(?P<value>[^;]*);?")
|conf = "a = 1; bcd = hello world; e=x;"
|csvline = "a,b,c,d,e,f,g"
textwrap.wrap(line, 40)
textwrap.dedent(doc)
textwrap.fill(line, 30)
difflib.get_close_matches("appel", ["ape", "apple", "peach", "puppy"])
difflib.SequenceMatcher(None, words[:20], words[5:25]).ratio()
list(difflib.unified_diff(words[:20], words[3:24]))
html.unescape("&lt;a&gt; &amp; &quot;b&quot; &#39;")
shlex.split("a 'b c' d\\ e \"f g\"")
shlex.quote("it's")
fnmatch.fnmatch("readme.txt", "*.txt")
fmt.format("{0} {name!r:>10}", 1, name="x")
"{:>10} {:<5} {:^7.2f} {!r}".format("a", 3, 2.5, "q")
"%-10s|%05d|%6.2f|%x" % ("ab", 42, 3.14159, 255)
f"{line[:5]!r:>20} {42:#x} {3.5:e} {1234567:,}"
line.title()
line.casefold()
line.center(300, "*")
"42".zfill(10)
"a\tb\tc".expandtabs(8)
"a\nb\r\nc\n".splitlines(True)
uni.upper()
uni.encode("utf-8").decode("utf-8")
uni.encode("utf-16-le")
unicodedata.normalize("NFD", uni)
unicodedata.category("ß")
line.translate({ord("a"): "b", ord("e"): None})
str.maketrans("abc", "xyz")
line.count("o")
line.rfind("wolf")
line.find("zzz")
line.startswith(("X", "The"))
sorted(words)
sorted(words, key=str.lower)
sorted(words, key=len, reverse=True)
" ".join(reversed(words))
line[::-1]
line.swapcase()
csvline.split(",")
csvline.rpartition(",")
"".join(c for c in line if c.isalpha())
[w.strip(".,!").lower() for w in words]
{w: len(w) for w in words}
max(words, key=len)
any(w.startswith("z") for w in words)
list(pattern.finditer(conf))
[m.groupdict() for m in pattern.finditer(conf)]
pattern.findall(conf)
re.sub(r"\s+", " ", line)
re.split(r"[;=]\s*", conf)
re.match(r"(\d+)-(\d+)", "123-456").groups()
re.compile(r"a+b").fullmatch("aaab").span()
re.sub(r"(\w+) (\w+)", lambda m: m.group(2) + m.group(1), line)
line == "The quick"
hash(("a", 1, 2.5))
ord("a") + ord("b")
chr(8364)
repr("it's\n")
ascii(uni)
"abc" in line
"ab" * 10
line.replace("the", "a")
line.encode().hex()
int("ff", 16)
float("3.14159")
str(3.14159)
str(123456789)
bool(words)
# bytes and numbers in them
|import struct, array, binascii, zlib, base64, hmac, hashlib, io, codecs
|data = bytes(range(256)) * 8
|buf = bytearray(data)
|view = memoryview(data)
|arr = array.array("d", range(100))
|packed = zlib.compress(data)
|four = struct.Struct("<IIHH")
|rec = four.pack(1, 2, 3, 4) * 20
data[10:200]
data.find(b"\xfe")
data.split(b"\x00")
data.replace(b"\x01", b"")
buf[5:10]
buf.extend(b"abc"); del buf[-3:]
view[10:50].tobytes()
view.cast("I")[3]
list(view[:20])
sum(data)
[b for b in data[:50]]
bytes(x ^ 1 for x in data[:50])
arr[5]
arr.tolist()
sum(arr)
array.array("i", [1, 2, 3])
list(four.iter_unpack(rec))
four.unpack_from(rec, 12)
struct.pack(">Q", 12345)
struct.unpack("<d", b"\0" * 8)
zlib.crc32(data)
zlib.adler32(data)
zlib.compress(data)
zlib.decompress(packed)
base64.b64decode(b"aGVsbG8gd29ybGQ=")
base64.urlsafe_b64encode(data[:60])
binascii.hexlify(data[:60])
binascii.unhexlify(b"00ff10")
hmac.new(b"k", b"msg", "sha256").hexdigest()
hmac.compare_digest(b"abc", b"abd")
hashlib.sha1(data).hexdigest()
hashlib.blake2b(data).hexdigest()
(12345).to_bytes(4, "big")
int.from_bytes(b"\x00\x01\x02\x03", "little")
bytes.fromhex("00ff10aa")
codecs.encode("abc", "rot13")
io.BytesIO(data).read(100)
io.StringIO("a\nb\n").readline()
[line for line in io.StringIO("a\nb\nc\n")]
io.TextIOWrapper(io.BytesIO(b"a\nb\nc\n"), "utf-8").readlines()
# containers of programs
|import collections, itertools, heapq, bisect, operator, functools, copy
|from collections import deque, defaultdict, Counter, ChainMap, OrderedDict, namedtuple, UserDict
|nums = list(range(50)); mixed = [5, 3, 9, 1, 7, 2, 8] * 5
|d = {i: str(i) for i in range(50)}; names = {f"k{i}": i for i in range(30)}
|dq = deque(range(50), 100); heap = sorted(mixed); chain = ChainMap({"a": 1}, {"b": 2}, names)
|P = namedtuple("P", "x y"); pt = P(1, 2); s1 = set(range(40)); s2 = set(range(20, 60))
|matrix = [[i * j for j in range(8)] for i in range(8)]; pairs = [(i % 5, i) for i in range(40)]
|ud = UserDict(a=1); dd = defaultdict(list); nested = {"a": [1, {"b": (2, 3)}], "c": {"d": [4]}}
dq.append(1); dq.popleft()
dq.rotate(3)
list(dq)
dq[10]
dd["x"].append(1); dd["x"].pop()
chain["k5"]
chain.get("zz")
ud["a"]
heapq.heappush(heap, 4); heapq.heappop(heap)
heapq.nsmallest(3, mixed)
heapq.nlargest(3, mixed, key=lambda x: -x)
list(heapq.merge([1, 4, 7], [2, 5, 8]))
bisect.bisect(nums, 25)
bisect.insort(nums, 25); nums.remove(25)
nums[10:20]
nums[::2]
nums + nums
nums * 2
nums.index(40)
40 in nums
nums.copy()
nums.sort()
nums.reverse()
sorted(mixed)
sorted(pairs)
sorted(pairs, key=lambda p: (p[0], -p[1]))
mixed.sort(key=operator.neg)
[*nums, *mixed]
{**names, "z": 1}
names | {"z": 1}
dict(names)
dict.fromkeys(nums, 0)
list(names.items())
sorted(names.items(), key=lambda kv: kv[1])
max(names, key=names.get)
[k for k, v in names.items() if v > 10]
{v: k for k, v in names.items()}
s1 & s2
s1 | s2
s1 - s2
s1 ^ s2
s1 <= s2
frozenset(nums)
set(mixed)
list(itertools.product("ab", range(3)))
list(itertools.combinations(range(6), 2))
list(itertools.permutations(range(4)))
list(itertools.chain.from_iterable(matrix))
list(itertools.islice(itertools.count(), 5, 15))
list(itertools.takewhile(lambda x: x < 10, nums))
list(itertools.starmap(operator.add, pairs))
list(itertools.batched(nums, 7))
list(itertools.pairwise(nums))
list(itertools.compress(nums, itertools.cycle([1, 0])))
[list(g) for k, g in itertools.groupby(mixed)]
list(zip(*matrix))
list(map(operator.add, nums, nums))
list(filter(lambda x: x % 2, nums))
list(enumerate(nums))
list(reversed(nums))
functools.reduce(operator.add, nums)
[row[i] for i, row in enumerate(matrix)]
[[row[i] for row in matrix] for i in range(8)]
sum(x * x for x in nums)
sum(map(len, matrix))
min(nums), max(nums)
P(3, 4)
pt.x + pt.y
pt._replace(x=5)
P._make([1, 2])
tuple(nums)
copy.deepcopy(nested)
copy.copy(nums)
Counter(mixed)
Counter(mixed).most_common(2)
OrderedDict(pairs)
all(isinstance(x, int) for x in nums)
nums.insert(5, 1); nums.pop(5)
nums.pop(); nums.append(49)
nums[5:8] = [5, 6, 7]
names.setdefault("k1", 0)
names.pop("k1"); names["k1"] = 1
(1, 2, 3) < (1, 2, 4)
[1, 2] == [1, 2]
nums == list(range(50))
a, *rest = nums
first, (second, third) = 1, (2, 3)
# classes of programs
|import dataclasses, enum, typing, abc, contextlib, functools, inspect, weakref, types
|from dataclasses import dataclass, field, asdict, replace, astuple
|@dataclass
|class Item:
|    name: str
|    price: float = 1.0
|    tags: list = field(default_factory=list)
|@dataclass(frozen=True, order=True, slots=True)
|class Point:
|    x: int
|    y: int
|class Color(enum.Enum):
|    RED = 1
|    BLUE = 2
|class Perm(enum.IntFlag):
|    R = 4
|    W = 2
|class Base(abc.ABC):
|    @abc.abstractmethod
|    def f(self): ...
|class Impl(Base):
|    __slots__ = ("v",)
|    def __init__(self, v): self.v = v
|    def f(self): return self.v
|    def __eq__(self, o): return isinstance(o, Impl) and self.v == o.v
|    def __hash__(self): return hash(self.v)
|    def __lt__(self, o): return self.v < o.v
|    def __add__(self, o): return Impl(self.v + o.v)
|    def __len__(self): return 3
|    def __getitem__(self, i): return i
|    def __contains__(self, i): return True
|    def __iter__(self): return iter((1, 2, 3))
|    def __call__(self, x): return x
|    def __enter__(self): return self
|    def __exit__(self, *a): return False
|    def __bool__(self): return True
|    def __repr__(self): return f"Impl({self.v})"
|class Desc:
|    def __get__(self, o, t=None): return 1
|    def __set__(self, o, v): pass
|class WithDesc:
|    d = Desc()
|    @functools.cached_property
|    def cp(self): return 1
|    @property
|    def p(self): return 1
|    @p.setter
|    def p(self, v): pass
|    def __setattr__(self, k, v): object.__setattr__(self, k, v)
|class Sub(Impl):
|    def __init__(self, v): super().__init__(v)
|    def f(self): return super().f()
|class Meta(type):
|    def __call__(cls, *a): return super().__call__(*a)
|class M(metaclass=Meta): pass
|@contextlib.contextmanager
|def ctx(): yield 1
|@functools.total_ordering
|class TO:
|    def __init__(self, v): self.v = v
|    def __eq__(self, o): return self.v == o.v
|    def __lt__(self, o): return self.v < o.v
|class SDM:
|    @functools.singledispatchmethod
|    def go(self, a): return 0
|    @go.register
|    def _(self, a: int): return 1
|item, p1, p2, i1, i2 = Item("a"), Point(1, 2), Point(1, 3), Impl(1), Impl(2)
|wd, sub, to1, to2, sdm = WithDesc(), Sub(1), TO(1), TO(2), SDM()
|objs = [Impl(i % 7) for i in range(20)]; wk = weakref.WeakKeyDictionary(); wk[i1] = 1
|def gen(n):
|    for i in range(n): yield i
|def deleg(n): yield from gen(n)
|def raiser(): raise ValueError("x")
|def attempt():
|    try: raiser()
|    except ValueError as e: return e
|def fin():
|    try: return 1
|    finally: pass
|def closure(n):
|    def inner(x): return x + n
|    return inner
Item("b", 2.0)
asdict(item)
replace(item, price=3.0)
item == Item("a")
repr(item)
Point(3, 4)
p1 < p2
hash(p1)
p1 == p2
Color.RED
Color(2)
Color["BLUE"]
Color.RED.name
Perm.R | Perm.W
Perm.R in Perm(6)
list(Color)
isinstance(i1, Base)
issubclass(Impl, Base)
i1 == i2
hash(i1)
i1 < i2
i1 + i2
len(i1)
i1[3]
5 in i1
list(i1)
i1(5)
with i1: pass
with ctx(): pass
with contextlib.suppress(KeyError): pass
if i1: pass
repr(i1)
str(i1)
f"{i1}"
sorted(objs)
set(objs)
{o: 1 for o in objs}
wd.d
wd.d = 5
wd.cp
wd.p
wd.p = 3
wd.zz = 3
Sub(1)
sub.f()
M()
to1 >= to2
sdm.go(1)
list(gen(10))
list(deleg(10))
sum(gen(10))
attempt()
fin()
closure(1)(2)
wk[i1]
weakref.ref(i1)()
type("T", (), {"a": 1})
getattr(i1, "v")
hasattr(i1, "nope")
setattr(i1, "v", 1)
inspect.isfunction(gen)
inspect.signature(closure)
typing.get_type_hints(Item)
dataclasses.fields(Item)
types.SimpleNamespace(a=1, b=2)
i1.__class__.__name__
vars(item)
dir(i1)
callable(gen)
id(i1)
(lambda *a, **k: None)(1, 2, x=3)
functools.partial(int, base=2)("101")
# the library of programs
|import json, pprint, calendar, datetime, decimal, fractions, math, random, statistics, time, os, pathlib
|import urllib.parse, email, email.message, csv, io, configparser, logging, argparse, ast, tokenize, copyreg, pickle
|import http.cookies, xml.etree.ElementTree as ET, sqlite3, threading, queue, gettext, locale, ipaddress, secrets, platform, traceback
|from decimal import Decimal
|from fractions import Fraction
|obj = {"id": 1, "name": "Ann", "tags": ["a", "b"], "nested": {"x": 1.5, "y": None, "z": True}}
|text = json.dumps(obj); big = [obj] * 10; bigtext = json.dumps(big)
|dt = datetime.datetime(2024, 5, 17, 12, 30, 45); delta = datetime.timedelta(days=3, hours=2)
|log = logging.getLogger("zz"); log.setLevel(logging.INFO); log.addHandler(logging.NullHandler()); log.propagate = False
|con = sqlite3.connect(":memory:"); con.execute("create table t(a, b)"); con.executemany("insert into t values(?,?)", [(i, str(i)) for i in range(20)])
|xml = "<root>" + "<a id='1'>text<b/></a>" * 5 + "</root>"; tree = ET.fromstring(xml)
|lock, rlock, q, ev = threading.Lock(), threading.RLock(), queue.Queue(), threading.Event()
|parser = argparse.ArgumentParser(); parser.add_argument("--n", type=int); parser.add_argument("files", nargs="*")
|msg = "From: a@b.c\nTo: d@e.f\nSubject: hi\n\nbody\n"; path = pathlib.Path("/usr/lib/python3/x.py")
|ini = "[a]\nx = 1\ny = 2\n[b]\nz = 3\n"; ipn = ipaddress.ip_network("10.0.0.0/8")
|D = Decimal("1.10"); F = Fraction(1, 3)
json.dumps(obj)
json.dumps(big, indent=2)
json.loads(bigtext)
json.dumps(obj, sort_keys=True)
pprint.pformat(obj)
calendar.monthrange(2024, 2)
dt + delta
dt - dt
dt.isoformat()
dt.strftime("%d %b %Y %H:%M")
datetime.datetime.strptime("2024-05-17", "%Y-%m-%d")
dt.date()
dt.timestamp()
datetime.datetime.fromtimestamp(1700000000)
datetime.datetime.now()
dt.weekday()
delta.total_seconds()
D + D * 2
D.quantize(Decimal("0.1"))
Decimal("3.14159").sqrt()
F + F
F * 3
math.gcd(48, 18)
math.isclose(1.0, 1.0000001)
math.sqrt(2) + math.sin(1)
random.randint(1, 6)
random.choice([1, 2, 3])
random.sample(range(100), 5)
random.gauss(0, 1)
random.shuffle([1, 2, 3, 4, 5])
statistics.median([3, 1, 2])
statistics.stdev([1.0, 2.0, 3.5])
time.time()
time.strftime("%Y")
time.localtime()
os.path.join("a", "b", "c")
os.path.abspath("x")
os.path.exists("/usr")
os.stat("/usr")
os.listdir("/usr")
os.environ.get("PATH")
os.getcwd()
path.parent / "y"
path.suffix
path.parts
str(path)
path.exists()
path.relative_to("/usr")
urllib.parse.urlparse("http://a.b/c/d?e=f&g=h#i")
urllib.parse.parse_qs("a=1&b=2&b=3")
urllib.parse.urljoin("http://a/b/c", "../d")
urllib.parse.unquote("a%20b%C3%A9")
email.message_from_string(msg)["subject"]
list(csv.DictReader(io.StringIO("a,b\n1,2\n3,4\n")))
csv.writer(io.StringIO()).writerow(["a", 1, 2.5])
configparser.ConfigParser().read_string(ini)
log.info("hello %s", "x")
log.debug("hello %s", "x")
parser.parse_args(["--n", "3", "f"])
ast.parse("def f(a, b=1):\n    return a + b\n")
ast.unparse(ast.parse("x = [a for a in b if a]"))
ast.literal_eval("{'a': [1, 2]}")
compile("a + b", "f", "eval")
eval("1 + 2")
list(tokenize.generate_tokens(io.StringIO("x = 1 + foo(2)\n").readline))
pickle.dumps(obj)
pickle.loads(pickle.dumps(obj))
pickle.dumps(dt)
http.cookies.SimpleCookie("a=b; c=d")
ET.fromstring(xml)
ET.tostring(tree)
tree.findall("a")
[e.tag for e in tree.iter()]
con.execute("select a, b from t where a > ?", (5,)).fetchall()
con.execute("insert into t values (1, 2)").rowcount
lock.acquire(); lock.release()
with lock: pass
with rlock: pass
q.put(1); q.get()
ev.is_set()
threading.current_thread().name
ipaddress.ip_address("192.168.0.1")
ipaddress.ip_address("10.1.2.3") in ipn
secrets.token_hex(8)
traceback.format_exception_only(ValueError("x"))
t = threading.Thread(target=int); t.start(); t.join()
open("/etc/passwd").read()
[l for l in open("/etc/passwd")]
'''


def operations():
    """Pairs: the preparation, and the operation."""
    found, preparation = [], []
    for line in TEXT.strip().split("\n"):
        if line.startswith("# "):
            preparation = []
        elif line.startswith("|"):
            preparation.append(line[1:])
        else:
            found.append(("\n".join(preparation), line))
    return found
