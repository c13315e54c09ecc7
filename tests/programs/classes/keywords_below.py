# Keywords that only the program's own __init__ or __new__ knows.
class WithInit(tuple):
    def __init__(self, items, extra=None):
        self.extra = extra


class WithNew(list):
    def __new__(cls, items, extra=None):
        made = super().__new__(cls, items)
        made.extra = extra
        return made


class Plain(list):
    pass


class Frozen(frozenset):
    def __init__(self, items, *, extra):
        self.extra = extra


for made in (WithInit([1, 2], extra=3), WithNew([1, 2], extra=3), Frozen([1], extra=3)):
    print(type(made).__name__, list(made), made.extra)
for kind in (Plain, list, set, tuple, frozenset):
    try:
        kind([1], extra=3)
    except TypeError as error:
        print(kind.__name__, "TypeError")
