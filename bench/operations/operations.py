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
