# Every built-in type that can be subclassed, every binary operator: the subclass overrides the
# method, the reflected one, both, or the one of augmented assignments, with a value, with
# NotImplemented, with an exception. A line tells for each partner which methods were asked, and what
# came of it, where that is not what the built-in type itself says.
from collections import OrderedDict, defaultdict, deque

SYMBOLS = {
    "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**",
    "lshift": "<<", "rshift": ">>", "and": "&", "or": "|", "xor": "^", "matmul": "@",
}
VALUES = {
    int: (6,), float: (1.5,), complex: (1 + 2j,), str: ("a",), bytes: (b"a",), bytearray: (b"a",),
    list: ([1],), tuple: ((1,),), dict: ({1: 2},), set: ([1, 2],), frozenset: ([1, 2],),
    deque: ([1],), OrderedDict: ({1: 2},), defaultdict: (None, {1: 2}),
}


class Left:
    def answer(self, other):
        calls.append("L")
        return NotImplemented

    __add__ = __mul__ = __mod__ = __or__ = answer


class Right:
    def answer(self, other):
        calls.append("R")
        return "right"

    __radd__ = __rmul__ = __rmod__ = __ror__ = answer


class Index:
    def __index__(self):
        calls.append("#")
        return 2


def partners(base):
    yield base(*VALUES[base])
    match base.__name__:
        case "int" | "float" | "complex":
            yield from (3, True, 2.5, 1j, [7], "%s")
        case "set" | "frozenset":
            yield from ({2}, frozenset({3}), {1: 1}.keys(), 5)
        case "dict" | "OrderedDict" | "defaultdict":
            yield from ({3: 4}, OrderedDict({5: 6}), [(1, 2)], 5)
        case _:
            yield from (2, True, 1.5, "b", [8], (9,), b"c", Index())
    yield Left()
    yield Right()


calls = []


def method(mark, mode):
    def answer(self, other):
        calls.append(mark)
        if mode == "raise":
            raise KeyError(mark)
        return NotImplemented if mode == "refuse" else "own"

    return answer


def show(value):
    if type(value) is complex:
        value = complex(round(value.real, 9), round(value.imag, 9))
    if isinstance(value, (set, frozenset)):
        return f"{type(value).__name__}:{sorted(value)}"
    if type(value) is str:
        return value
    text = repr(value)
    name = type(value).__name__
    return name if " at 0x" in text else text if text.startswith(name) else f"{name}:{text}"


def attempt(function, a, b):
    calls.clear()
    names = [type(value).__name__ for value in (a, b)]
    try:
        result = show(function(a, b))
    except Exception as error:
        result = f"{type(error).__name__}({error})".replace("collections.", "")
        usual = f": '{names[0]}' and '{names[1]}')"
        if result.startswith("TypeError(unsupported operand") and result.endswith(usual):
            result = "unsupported" + "=" * result.endswith("=" + usual)
    return "".join(calls) + ">" + result.replace("Below", "S")


def inplace(name):
    space = {}
    exec(f"def change(a, b):\n a {SYMBOLS[name]}= b\n return a", space)
    exec(f"def plain(a, b):\n return a {SYMBOLS[name]} b", space)
    return space["change"], space["plain"]


def table(base, name, kind, mode):
    has_operator = any(hasattr(base, f"__{r}{name}__") for r in ("", "r"))
    if kind == "none" and mode != "own" or kind == "inplace" and name == "divmod":
        return
    if mode == "raise" and (kind == "both" or not has_operator):
        return
    if not has_operator and kind in ("none", "both", "inplace"):
        return
    body = {}
    if kind in ("forward", "both"):
        body[f"__{name}__"] = method("f", mode)
    if kind in ("reflected", "both"):
        body[f"__r{name}__"] = method("r", mode)
    if kind == "inplace":
        body[f"__i{name}__"] = method("i", mode)
    below = type("Below", (base,), body)
    deeper = type("Deeper", (below,), {})
    other = type("Other", (below,), {f"__r{name}__": method("d", "refuse")})
    change, plain = (None, divmod) if name == "divmod" else inplace(name)
    answers = {}

    def new(a_class=below):
        return a_class(*VALUES[base])

    def ask(label, function, a, b):
        # What the type says by itself is of no interest.
        first, second = a(below), b(below)
        answer = attempt(function, first, second)
        first, second = a(base), b(base)
        if answer != attempt(function, first, second):
            answers.setdefault(answer, []).append(label)

    ask("same", plain, new, new)
    ask("deeper", plain, new, lambda owner: new(deeper if owner is below else base))
    ask("other", plain, new, lambda owner: new(other if owner is below else base))
    if change:
        ask("same=", change, new, new)
    for index, _ in enumerate(partners(base)):
        def partner(owner, index=index):
            return list(partners(base))[index]

        label = type(partner(base)).__name__
        if kind != "inplace":
            ask("S " + label, plain, new, partner)
            ask(label + " S", plain, partner, new)
        if change:
            ask(f"S={label}", change, new, partner)
            if kind != "inplace":
                ask(f"{label}=S", change, partner, new)
    told = [f"{answer} ({', '.join(labels)})" for answer, labels in answers.items()]
    print(base.__name__, name, kind, mode, *told, sep=" | ")


for base in VALUES:
    for name in (*SYMBOLS, "divmod"):
        for kind in ("none", "forward", "reflected", "both", "inplace"):
            for mode in ("own", "refuse", "raise"):
                table(base, name, kind, mode)
# long
