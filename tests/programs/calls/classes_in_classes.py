"""Calls of what a class holds, through the class and through an instance, while that changes."""


class First:
    def __init__(self, a, b=2):
        self.given = "First", a, b


class Second:
    def __new__(cls, a, b=2):
        made = super().__new__(cls)
        made.given = "Second", a, b
        return made


class Meta(type):
    def __call__(cls, *given, **named):
        return type("Made", (), {"given": ("Meta", given, named)})()


class Third(metaclass=Meta):
    pass


class Binding(type):
    def __get__(cls, instance, owner):
        return lambda *given, **named: ("bound", instance is not None, given, named)


class Fourth(metaclass=Binding):
    pass


class Descriptor:
    def __get__(self, instance, owner):
        return lambda *given, **named: ("descriptor", instance is not None, given, named)


class Instance:
    def __call__(self, *given, **named):
        return "instance", given, named


def function(*given, **named):
    given = tuple(item if isinstance(item, int) else "receiver" for item in given)
    return "function", given, named


KINDS = [
    First,
    function,
    Second,
    staticmethod(function),
    Third,
    classmethod(function),
    Fourth,
    Descriptor(),
    Instance(),
    dict,
    len,
    property(lambda self: function),
    First,
]


class Holder:
    kind = First


class Below(Holder):
    pass


class Slotted:
    __slots__ = ("kind",)


def shown(value):
    return getattr(value, "given", value)


def call(call_it, *given):
    try:
        return shown(call_it(*given))
    except TypeError as error:
        return str(error)[:60]


def by_place(holder):
    return holder.kind(1, 2)


def by_name(holder):
    return holder.kind(1, b=3)


def by_value(holder, value):
    return holder.kind(int(value), 4)


def each():
    for kind in KINDS:
        Holder.kind = kind
        for round in range(3):
            for holder in (Holder, Below, Holder(), Below()):
                row = [call(by_place, holder), call(by_name, holder), call(by_value, holder, "5")]
        print(*row, sep=" | ")
        for holder in (Holder, Below, Holder()):
            print("   ", call(by_place, holder), call(by_name, holder), call(by_value, holder, "6"))


def shadowed():
    Holder.kind = First
    holder, slotted = Holder(), Slotted()
    for kind in KINDS:
        holder.kind = slotted.kind = kind
        for round in range(3):
            row = [call(by_place, holder), call(by_name, holder), call(by_value, slotted, "7")]
        print("own", *row, sep=" | ")
    del holder.kind
    print(call(by_place, holder), call(by_name, holder), call(by_value, holder, "8"))


def with_metaclass():
    class Other(type):
        kind = property(lambda cls: First)

    class Held(metaclass=Other):
        kind = Second

    class Plain(type):
        def kind(cls, *given, **named):
            return "of the metaclass", given, named

    class Bare(metaclass=Plain):
        pass

    class Own(metaclass=Plain):
        kind = Second

    for round in range(3):
        rows = [
            [call(by_place, held), call(by_name, held), call(by_value, held, "9")]
            for held in (Held, Bare, Own, Held(), Own())
        ]
    print(*rows, sep="\n")
    Bare.kind = First
    print(call(by_place, Bare), call(by_name, Bare), call(by_value, Bare, "10"))
    del Own.kind
    print(call(by_place, Own), call(by_name, Own), call(by_value, Own, "10"))


each()
shadowed()
with_metaclass()
