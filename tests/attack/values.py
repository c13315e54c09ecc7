"""Random expressions of Python, for the generators of attacks. Equal seeds make equal texts.

An expression is made for a wanted kind ("int", "text", …). Orders that a hash decides never show:
sets are made for the kind "set" alone, and shown sorted. No value shows an address. Methods are
looked up before their arguments are evaluated (see docs/python.md).
"""

import random

INTEGERS = [
    "0", "1", "-1", "2", "3", "7", "10", "-5", "20", "255", "256", "True", "False", "65536",
    "(1 << 63) - 1", "-(1 << 63)", "(1 << 64)", "(1 << 100)", "-(1 << 100) + 1",
]
# Where representations change; as a size they would take the memory of the machine.
BORDERS = ["(1 << 30)", "(1 << 31) - 1", "-(1 << 31)", "(1 << 32)", "(1 << 53) + 1"]
SMALL = ["0", "1", "2", "3", "4", "5", "-1", "-2", "7", "True"]
FLOATS = [
    "0.0", "-0.0", "1.0", "0.5", "-2.5", "1e300", "1e-300", "3.7", "float('inf')", "-float('inf')",
    "float('nan')", "1e16", "123456789.125",
]
TEXTS = [
    "''", "'a'", "'abc'", "'Hello World'", "' x '", "'aXbXc'", "'éü€'", "'\\U0001f600z'", "'\\x00'",
    "'ß'", "'12'", "'-7'", "'1e3'", "'a,b,,c'", "'line\\nnext\\r\\n'", "'{} {}'", "'%s-%d'", "'ŉ'",
    "'\\ud800'", "'a' * 70",
]
BYTES = ["b''", "b'a'", "b'abc'", "b'\\x00\\xff'", "b' x '", "b'a,b'", "bytearray(b'xyz')", "b'12'"]
OTHERS = [
    "None", "...", "NotImplemented", "int", "str", "list", "max", "len", "print", "range(3)",
    "range(5, 0, -2)", "slice(1, None, 2)", "bytearray(b'abcd')", "1j", "complex(1.5, -2)",
    "PLAIN", "type", "Exception('e')", "KeyError(1)", "frozenset([1])",
]
KINDS = ["int", "float", "text", "bytes", "list", "tuple", "dict", "set", "other", "object"]
BINARY = ["+", "-", "*", "/", "//", "%", "&", "|", "^", "@", "<<", ">>", "**"]
COMPARISONS = ["==", "!=", "<", "<=", ">", ">=", "is", "is not", "in", "not in"]
METHODS = {
    "int": "bit_length bit_count conjugate as_integer_ratio is_integer __add__ __rsub__ __index__"
           " __neg__ __round__ __floor__ __divmod__ to_bytes".split(),
    "float": "is_integer as_integer_ratio hex conjugate __add__ __rtruediv__ __round__ __int__"
             " __floor__ __divmod__".split(),
    "text": "capitalize casefold center count encode endswith expandtabs find format index isalnum"
            " isalpha isascii isdecimal isdigit isidentifier islower isnumeric isprintable isspace"
            " istitle isupper join ljust lower lstrip partition removeprefix removesuffix replace"
            " rfind rindex rjust rpartition rsplit rstrip split splitlines startswith strip"
            " swapcase title translate upper zfill __add__ __mul__ __contains__ __getitem__"
            " __format__ __mod__ __len__".split(),
    "bytes": "capitalize center count decode endswith expandtabs find hex index isalnum isalpha"
             " isdigit join ljust lower lstrip partition removeprefix replace rfind rjust rsplit"
             " rstrip split splitlines startswith strip swapcase title translate upper zfill"
             " __add__ __mul__ __contains__ __getitem__".split(),
    "list": "append clear copy count extend index insert pop remove reverse sort __add__ __mul__"
            " __getitem__ __setitem__ __delitem__ __contains__ __iadd__ __len__ __eq__".split(),
    "tuple": "count index __add__ __mul__ __getitem__ __contains__ __len__ __eq__ __lt__".split(),
    "dict": "clear copy get items keys pop popitem setdefault update values __getitem__ __contains__"
            " __setitem__ __delitem__ __or__ __len__ __eq__".split(),
    "set": "add clear copy difference discard intersection isdisjoint issubset issuperset remove"
           " symmetric_difference union update __and__ __or__ __contains__ __len__".split(),
}
CALLS = [
    ("abs", 1), ("all", 1), ("any", 1), ("ascii", 1), ("bin", 1), ("bool", 1), ("bytes", 1),
    ("bytearray", 1), ("callable", 1), ("chr", 1), ("complex", 2), ("dict", 1), ("divmod", 2),
    ("enumerate", 2), ("filter", 2), ("float", 1), ("format", 2), ("getattr", 3), ("hasattr", 2),
    ("hex", 1), ("int", 2), ("isinstance", 2), ("issubclass", 2), ("iter", 1), ("len", 1),
    ("list", 1), ("map", 2), ("max", 2), ("min", 2), ("next", 2), ("oct", 1), ("ord", 1),
    ("range", 3), ("repr", 1), ("reversed", 1), ("round", 2), ("slice", 3), ("sorted", 1),
    ("str", 1), ("sum", 2), ("tuple", 1), ("type", 1), ("zip", 2), ("bytearray", 1),
]
SPECIFICATIONS = [
    "", "d", "x", "#X", "08.3f", ">10", "*^9", "+,", "e", "g", "%", "s", "c", "_b", "<4", "n", "z.1f",
]


class Expressions:
    """Makes expressions; `names` are the variables that they may use, by kind."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.names = {kind: [] for kind in KINDS}
        self.classes = []

    def chance(self, share):
        return self.random.random() < share

    def pick(self, options):
        return self.random.choice(options)

    def kind(self):
        return self.pick(KINDS)

    def loose(self, depth):
        """An expression of any kind that does not show the order of a set."""
        return self.of(self.pick([kind for kind in KINDS if kind != "set"]), depth)

    def of(self, kind, depth):
        """An expression that is mostly of this kind."""
        if self.names[kind] and self.chance(0.45):
            return self.pick(self.names[kind])
        if depth <= 0 or self.chance(0.25):
            return self.plain(kind)
        return getattr(self, "_" + kind)(depth - 1)

    def plain(self, kind):
        match kind:
            case "int":
                return self.pick(INTEGERS)
            case "float":
                return self.pick(FLOATS)
            case "text":
                return self.pick(TEXTS)
            case "bytes":
                return self.pick(BYTES)
            case "list":
                return f"[{self._items(0)}]"
            case "tuple":
                items = self._items(0)
                return f"({items},)" if items else "()"
            case "dict":
                pairs = [f"{self._key()}: {self.of(self.pick(['int', 'text']), 0)}"
                         for _ in range(self.random.randrange(4))]
                return "{" + ", ".join(pairs) + "}"
            case "set":
                return self.pick(["set()", "{1, 2, 3}", "{'a', 'b'}", "{1}", "frozenset([2, 3])"])
            case "object" if self.classes:
                return f"{self.pick(self.classes)}({self.of(self.pick(['int', 'text']), 0)})"
        return self.pick(OTHERS)

    def _items(self, depth):
        return ", ".join(self.loose(depth) for _ in range(self.random.randrange(5)))

    def _key(self):
        return self.pick(SMALL + TEXTS[:6] + ["None", "1.0", "(1, 2)"])

    def _small(self):
        return self.pick(SMALL)

    def _int(self, depth):
        a, b = self.of("int", depth), self.of("int", depth)
        return self.pick([
            f"({a} {self.pick(['+', '-', '*', '//', '%', '&', '|', '^'])} {b})",
            f"({self.pick(BORDERS)} {self.pick(['+', '-', '*', '//', '%', '&', '|', '^'])} {a}) % 1000",
            f"(-{a})", f"(~{a})", f"({a} << {self._small()})", f"({a} >> {self._small()})",
            f"({a} ** {self.pick(['0', '1', '2', '3'])})", f"len({self.loose(depth)})",
            f"int({self.pick([self.of('float', depth), self.of('text', depth)])})",
            f"round({self.of('float', depth)})", f"({a} if {self.truth(depth)} else {b})",
            f"pow({a}, {self._small()}, {b})", f"sum({self.of('list', depth)})",
            f"call({self.of('text', depth)}, \'find\', {self.of('text', depth)})",
            f"{self.of('list', depth)}[{self._small()}]", f"int({self.of('text', depth)}, 16)",
        ])

    def _float(self, depth):
        a, b = self.of("float", depth), self.of(self.pick(["float", "int"]), depth)
        return self.pick([
            f"({a} {self.pick(['+', '-', '*', '/', '//', '%'])} {b})", f"({b} / {a})",
            f"float({self.loose(depth)})", f"abs({a})", f"round({a}, {self._small()})",
            f"({a} ** {self.pick(['0', '1', '2', '0.5', '-1'])})", f"max({a}, {b})",
        ])

    def _text(self, depth):
        a, b = self.of("text", depth), self.of("text", depth)
        value = self.loose(depth)
        return self.pick([
            f"({a} + {b})", f"({a} * {self._small()})", f"{a}[{self._slice(depth)}]",
            f"{a}[{self._small()}]", f"str({value})", f"repr({value})", f"ascii({a})",
            f"format({value}, '{self.pick(SPECIFICATIONS)}')", f"('%s|%r' % ({a}, {value}))",
            f"('%5d %-4x %+.2e' % ({self.of('int', depth)}, {self.of('int', depth)},"
            f" {self.of('float', depth)}))",
            f"'{{}}:{{0!r:>8}}'.format({value})", f"call({a}, \'join\', {self.of('list', depth)})",
            f"({a}).{self.pick(['upper', 'lower', 'title', 'strip', 'swapcase'])}()",
            f"call({a}, \'replace\', {b}, {self.of('text', depth)}, {self._small()})",
            self._formatted(depth), f"chr({self.of('int', depth)})",
        ])

    def _formatted(self, depth):
        value = self.loose(max(depth - 1, 0))
        if any(sign in value for sign in "'{}\\!:\n"):
            value = self.pick(INTEGERS)
        ending = self.pick(["", "!r", "!s:>7", "!a", ":" + self.pick(SPECIFICATIONS[1:])])
        return f"f'<{{({value}){ending}}}>'"

    def _bytes(self, depth):
        a, b = self.of("bytes", depth), self.of("bytes", depth)
        return self.pick([
            f"({a} + {b})", f"({a} * {self._small()})", f"{a}[{self._slice(depth)}]",
            f"({self.of('text', depth)}).encode()", f"call({a}, \'replace\', {b}, {a})", f"bytes({self._small()})",
            f"(b'%b-%d' % ({a}, {self.of('int', depth)}))", f"bytes({self.of('list', depth)})",
            f"({self.of('int', depth)}).to_bytes(3, 'big')",
        ])

    def _slice(self, depth):
        parts = [self.pick(["", self._small()]) for _ in range(self.pick([2, 3]))]
        return ":".join(parts)

    def _list(self, depth):
        a, b = self.of("list", depth), self.of("list", depth)
        value = self.loose(depth)
        return self.pick([
            f"[{self._items(depth)}]", f"({a} + {b})", f"({a} * {self._small()})",
            f"{a}[{self._slice(depth)}]", f"list({value})", f"sorted({a})", f"[*{a}, *{b}]",
            f"[x for x in {a} if x]", f"[{value} for x in range({self._small()})]",
            f"list(map({self.pick(['str', 'repr', 'type', 'bool', 'len'])}, {a}))",
            f"list(zip({a}, {b}))", f"list(enumerate({a}))", f"list(reversed({a}))",
            f"call({self.of('text', depth)}, \'split\', {self.of('text', depth)})",
            f"list({self.of('dict', depth)}.items())", f"[(y, x) for x in {a} for y in {b}]",
        ])

    def _tuple(self, depth):
        a = self.of("tuple", depth)
        return self.pick([
            f"({self._items(depth)},)".replace("(,)", "()"), f"({a} + {self.of('tuple', depth)})",
            f"tuple({self.loose(depth)})", f"{a}[{self._slice(depth)}]", f"({a} * {self._small()})",
            f"divmod({self.of('int', depth)}, {self.of('int', depth)})",
            f"call({self.of('text', depth)}, \'partition\', {self.of('text', depth)})",
        ])

    def _dict(self, depth):
        a, b = self.of("dict", depth), self.of("dict", depth)
        return self.pick([
            f"{{**{a}, **{b}}}", f"({a} | {b})", f"dict({a}, k={self.loose(depth)})",
            f"{{x: str(x) for x in {self.of('list', depth)}}}", f"dict.fromkeys({self.loose(depth)})",
            f"{{{self._key()}: {self.loose(depth)}}}", f"dict(zip({self.of('list', depth)}, {a}))",
        ])

    def _set(self, depth):
        a, b = self.of("set", depth), self.of("set", depth)
        return self.pick([
            f"({a} {self.pick(['|', '&', '-', '^'])} {b})", f"set({self.loose(depth)})",
            f"{{x for x in {self.of('list', depth)}}}", f"call({a}, \'union\', {self.loose(depth)})",
        ])

    def _other(self, depth):
        name, count = self.pick(CALLS)
        given = self.random.randrange(count + 1) if self.chance(0.1) else count
        arguments = ", ".join(self.loose(depth) for _ in range(given))
        if name == "range":
            arguments = ", ".join(self._small() for _ in range(max(given, 1)))
        return self.pick([
            f"{name}({arguments})", self.truth(depth),
            f"({self.loose(depth)} {self.pick(BINARY[:10])} {self.loose(depth)})",
            f"({self.pick(['-', '+', '~', 'not '])}{self.loose(depth)})",
            f"({self.loose(depth)})[{self.loose(depth)}]", f"({self.loose(depth)})()",
            f"apply({self.loose(depth)}, {self.loose(depth)})",
            f"({self.loose(depth)} and {self.loose(depth)})", self.method(depth),
        ])

    def _object(self, depth):
        a = self.of("object", depth)
        return self.pick([
            f"({a} {self.pick(BINARY)} {self._small()})", f"({self.loose(depth)} + {a})",
            f"{a}[{self.loose(depth)}]", f"apply({a}, {self.loose(depth)})", f"({a}).value", f"iter({a})",
            self.compared(a, self.pick(COMPARISONS), self.loose(depth)), f"({a}).missing", f"list({a})",
            f"{self.pick(['len', 'str', 'repr', 'bool', 'int', 'float', 'abs'])}({a})",
        ])

    def truth(self, depth):
        return self.compared(self.loose(depth), self.pick(COMPARISONS), self.loose(depth))

    def compared(self, a, comparison, b):
        if comparison in ("is", "is not"):
            return f"({comparison[3:]} identical({a}, {b}))"
        return f"({a} {comparison} {b})"

    def method(self, depth):
        kind = self.pick([kind for kind in METHODS if kind != "set"])
        count = self.random.randrange(3)
        arguments = ", ".join(self.loose(depth) for _ in range(count))
        return f"call({self.of(kind, depth)}, {self.pick(METHODS[kind])!r}, {arguments})"
