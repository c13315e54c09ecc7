"""Attack: programs that CPython runs too.

A case is a list of statements; each is done inside of a `try`, and what it leaves in its variable,
or the exception with its message, is printed.
"""

from values import BINARY, Expressions

# How a case shows values: without addresses, and sets in an order of their own.
PRELUDE = '''
import re as _re
import sys as _sys
import warnings as _warnings

_warnings.simplefilter("ignore")


def _shown(value, depth=4):
    kind = type(value)
    if depth and kind in (set, frozenset):
        return f"{kind.__name__}{{{', '.join(sorted(_shown(item, depth - 1) for item in value))}}}"
    if depth and kind in (list, tuple):
        return f"{kind.__name__}({', '.join(_shown(item, depth - 1) for item in value)})"
    if depth and kind is dict:
        items = [f"{_shown(key, 1)}: {_shown(item, depth - 1)}" for key, item in value.items()]
        return "{" + ", ".join(items) + "}"
    if kind is memoryview:
        return f"memoryview({bytes(value)!r})"
    text = _re.sub(r" at 0x[0-9a-f]+", "", repr(value))
    return text if len(text) < 300 else text[:150] + f"...{len(text)}"


class _Plain:
    def __repr__(self):
        return "plain"

    def __call__(self, *arguments):
        return arguments


PLAIN = _Plain()


def call(receiver, name, *arguments):
    return getattr(receiver, name)(*arguments)


def apply(function, *arguments):
    return function(*arguments)


def identical(a, b):
    """Whether two values are one object; of kinds whose equal values may be one: whether they are alike."""
    kinds = int, float, complex, str, bytes, tuple, frozenset
    if isinstance(a, kinds) and isinstance(b, kinds):
        return type(a) is type(b) and repr(a) == repr(b)
    return a is b


def show(what, value):
    try:
        text = _shown(value)
    except Exception as error:
        text = f"not shown: {type(error).__name__}"
    print(what, ascii(text))


def fail(what, error):
    text = _re.sub(r" at 0x[0-9a-f]+", "", str(error))
    print(what, type(error).__name__, "|", ascii(text[:300]))
'''

SPECIAL = {
    "__add__": "self.value + other", "__radd__": "other + self.value", "__mul__": "self.value * 2",
    "__eq__": "self.value == getattr(other, 'value', other)", "__lt__": "self.value < other",
    "__getitem__": "self.value[other]", "__contains__": "other == self.value",
    "__call__": "(other, self.value)", "__sub__": "NotImplemented", "__rsub__": "'r' + str(other)",
    "__iadd__": "[self.value, other]", "__getattr__": "other + '?'", "__matmul__": "other",
    "__mod__": "1 / 0", "__and__": "self", "__rand__": "raise_it(KeyError(other))",
}
SPECIAL_ALONE = {
    "__len__": "3", "__bool__": "not self.value", "__repr__": "'R' + repr(self.value)",
    "__hash__": "5", "__iter__": "iter([self.value, 1])", "__neg__": "-self.value",
    "__int__": "int(self.value)", "__index__": "self.value", "__float__": "2.5", "__str__": "'S'",
    "__abs__": "self.value", "__reversed__": "iter('rev')", "__enter__": "self",
    "__length_hint__": "-1", "__bytes__": "b'B'", "__format__": None,
}
BASES = ["", "", "", "int", "str", "list", "dict", "tuple", "float", "bytes", "Exception"]


class Statements(Expressions):
    def __init__(self, seed):
        super().__init__(seed)
        self.count = 0

    def name(self):
        self.count += 1
        return f"v{self.count}"

    def guarded(self, lines, what):
        inside = "\n".join("    " + line for line in lines)
        return f"try:\n{inside}\nexcept Exception as error:\n    fail({what!r}, error)\n"

    def statement(self):
        make = self.pick([
            self.assignment, self.assignment, self.assignment, self.assignment, self.augmented,
            self.loop, self.function, self.class_, self.unpacking, self.change, self.handler,
            self.generator, self.matching, self.closure, self.with_,
        ])
        return make()

    def assignment(self):
        kind = self.kind()
        name = self.name()
        text = self.guarded([f"{name} = {self.of(kind, 3)}", f"show({name!r}, {name})"], name)
        text = f"{name} = None\n" + text
        self.names[kind].append(name)
        return text

    def augmented(self):
        kind = self.kind()
        if not self.names[kind]:
            return self.assignment()
        name = self.pick(self.names[kind])
        operator = self.pick(BINARY[:10])
        return self.guarded([f"{name} {operator}= {self.of(self.kind(), 1)}",
                             f"show('{operator}=', {name})"], f"{operator}=")

    def loop(self):
        body = [f"        total = [*total[-3:], {self.loose(1)}, item]"]
        if self.chance(0.3):
            body.append(f"        if {self.truth(1)}: {self.pick(['break', 'continue'])}")
        kind = self.pick(["list", "tuple", "dict", "text", "bytes", "other"])
        lines = ["total = []", f"for turn, item in zip(range(20), {self.of(kind, 2)}):",
                 "    try:", *body, "    finally:", "        total.append(turn)"]
        if self.chance(0.4):
            lines += ["else:", "    total.append('else')"]
        return self.guarded([*lines, "show('loop', total)"], "loop")

    def function(self):
        name = f"f{self.name()}"
        forms = ["a, b=2, *c, d=4, **e", "a, /, b, *, c=3", "*a, **b", "a, b", "a=1, /, b=2, *c"]
        values = "[value for name, value in sorted(locals().items())]"
        form = self.pick(forms)
        lines = [f"def {name}({form}):", f"    return {values}"]
        for _ in range(3):
            positional = [self.loose(1) for _ in range(self.random.randrange(4))]
            named = [f"{key}={self.loose(1)}" for key in "abcd" if self.chance(0.25)]
            star = [f"*{self.of('tuple', 1)}"] if self.chance(0.2) else []
            double = [f"**{self.of('dict', 1)}"] if self.chance(0.15) else []
            call = ", ".join(positional + star + named + double)
            lines.append("try:")
            lines.append(f"    show('call', {name}({call}))")
            lines.append("except Exception as error:")
            lines.append("    fail('call', error)")
        return self.guarded(lines, "def")

    def class_(self):
        self.count += 1
        name = f"C{self.count}"
        base = self.pick(BASES + self.classes)
        has_own_init = base in ("", *self.classes)
        lines = [f"class {name}({base}):" if base else f"class {name}:"]
        if not base:
            # The usual one shows an address.
            lines += ["    def __repr__(self):", f"        return 'a {name}'"]
        if has_own_init:
            lines += ["    def __init__(self, value=None):", "        self.value = value"]
        else:
            lines += ["    value = 5"]
        for special in self.random.sample(sorted(SPECIAL), self.random.randrange(5)):
            lines += [f"    def {special}(self, other):", f"        return {SPECIAL[special]}"]
        for special in self.random.sample(sorted(SPECIAL_ALONE), self.random.randrange(4)):
            body = SPECIAL_ALONE[special]
            if body is not None:
                lines += [f"    def {special}(self):", f"        return {body}"]
        if self.chance(0.3):
            lines += ["    @property", "    def value2(self):", "        return self.value * 2"]
        if self.chance(0.2):
            lines += ["    @classmethod", "    def make(cls, value):", "        return cls(value)"]
        lines += [f"show('class', {name}.__mro__)"]
        self.classes.append(name)
        return f"{name} = str\n" + self.guarded(lines, "class")

    def unpacking(self):
        form = self.pick(["a, b", "a, *b", "*a, b", "a, (b, c)", "[a, b, *c]", "a, b, c"])
        names = "[value for name, value in sorted(locals().items())]"
        lines = ["def unpack(value):", f"    {form} = value", "    del value", f"    return {names}",
                 f"show('unpack', unpack({self.loose(2)}))"]
        return self.guarded(lines, "unpack")

    def change(self):
        kind = self.pick(["list", "dict", "object", "bytes"])
        name = self.pick(self.names[kind]) if self.names[kind] else self.plain(kind)
        target = f"{name}[{self.pick([self._small(), self._slice(0), self.loose(0)])}]"
        act = self.pick([f"{target} = {self.loose(2)}", f"del {target}", f"{target} += {self.loose(1)}",
                         f"{name}.value = {self.loose(1)}", f"{name}.x = 1"])
        return self.guarded([act, f"show('changed', {name})"], "change")

    def handler(self):
        kinds = ["ValueError", "TypeError", "KeyError", "(IndexError, ZeroDivisionError)", "LookupError"]
        lines = ["try:", f"    show('tried', {self.loose(3)})",
                 f"    {self.pick(['pass', 'raise ValueError(1)', 'raise KeyError from TypeError(2)'])}",
                 f"except {self.pick(kinds)} as caught:",
                 "    show('caught', (caught, caught.__cause__, type(caught.__context__)))",
                 f"    {self.pick(['pass', 'raise', 'raise RuntimeError(3)', 'raise caught from None'])}"]
        if self.chance(0.4):
            lines += ["else:", f"    show('else', {self.loose(1)})"]
        if self.chance(0.5):
            lines += ["finally:", f"    show('finally', {self.loose(1)})"]
        return self.guarded(lines, "handler")

    def generator(self):
        lines = ["def generate():", "    try:", f"        got = yield {self.loose(2)}",
                 "        while True:", f"            got = yield (got, {self.loose(1)})",
                 "    except KeyError as error:", "        yield repr(error)",
                 f"        return {self.loose(1)}", "    finally:", "        print('closed')",
                 "made = generate()", "show('next', next(made))"]
        acts = ["made.send(5)", "next(made)", "made.throw(KeyError(1))", "made.throw(ValueError(2))",
                "made.close()", "list(zip(made, range(2)))"]
        for _ in range(3):
            lines += ["try:", f"    show('step', {self.pick(acts)})",
                      "except (Exception, StopIteration) as error:", "    fail('step', error)"]
        # Not when it happens to be collected.
        lines.append("show('close', made.close())")
        return self.guarded(lines, "generator")

    def matching(self):
        patterns = ["int(x)", "str() as x", "[x, *_]", "[x, y]", "{'a': x}", "{**x}", "None as x",
                    "(1 | 2) as x", "float(x)", "bytes(x)", "(x, (y, z))", "x if x"]
        lines = [f"match {self.loose(2)}:"]
        for pattern in self.random.sample(patterns, 4):
            lines += [f"    case {pattern}:", f"        show({pattern!r}, x)"]
        lines += ["    case _:", "        print('no case')"]
        return self.guarded(lines, "match")

    def closure(self):
        lines = ["def outer(a):", "    count = 0", "    def inner(b=a):", "        nonlocal count",
                 "        count += 1", f"        return (a, b, count, {self.loose(1)})",
                 f"    return [inner(), inner({self.loose(1)}), (lambda: (a, count))()]",
                 f"show('closure', outer({self.loose(1)}))"]
        return self.guarded(lines, "closure")

    def with_(self):
        answer = self.pick(["True", "False", "None", "kind is ZeroDivisionError"])
        lines = ["class Manager:", "    def __enter__(self):", f"        return {self.loose(1)}",
                 "    def __exit__(self, kind, error, trace):", "        print('exit', kind)",
                 f"        return {answer}", "with Manager() as entered:",
                 f"    show('with', ({self.loose(2)}, entered))", f"    {self.pick(['1 / 0', 'pass'])}"]
        return self.guarded(lines, "with")


def case(seed):
    """The statements of a case, each a text of its own."""
    statements = Statements(seed)
    return [statements.statement() for _ in range(14)]


HELPERS = "def raise_it(error):\n    raise error\n"


def prelude():
    return PRELUDE + HELPERS
