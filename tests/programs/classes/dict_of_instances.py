"""Reading `__dict__` at one place, of instances of several kinds, while the classes change."""


class Plain:
    def __init__(self):
        self.a = 1


class Slotted:
    __slots__ = ("a",)


class Both(Slotted):
    pass


class Own:
    __dict__ = {"own": 1}


class Computed:
    @property
    def __dict__(self):
        return {"computed": 2}


def read(value):
    return value.__dict__


plain, both = Plain(), Both()
both.b = 2
for turn in range(4):
    for value in (plain, both, Own(), Computed(), read, Plain):
        found = read(value)
        print(turn, type(value).__name__, found if value is not Plain else sorted(found)[:1], read(value) is found)
    plain.__dict__[f"x{turn}"] = turn
    print(vars(plain) is read(plain), sorted(plain.__dict__), plain.x0)
    try:
        print(read(Slotted()))
    except AttributeError as error:
        print(error)
    if turn == 1:
        plain.__dict__ = {"a": "new"}
        plain.x0 = 0
    if turn == 2:
        Plain.__getattribute__ = lambda self, name: "asked" if name == "__dict__" else object.__getattribute__(self, name)
        print(read(plain), plain.x0)
        del Plain.__getattribute__
