"""Calls of classes whose `__init__` has parameters that are left out: by name, in a module, of
classes below, refused ones, and a class that changes meanwhile."""

import sys
import types


def show(act):
    try:
        print(repr(act()))
    except Exception as error:
        print(type(error).__name__, error)


class Plain:
    def __init__(self, a=1, *rest, b=(2,), **more):
        self.all = a, rest, b, more

    def __repr__(self):
        return f"{type(self).__name__}{self.all}"


class Below(Plain):
    pass


class Own(Plain):
    def __init__(self, x, y="y"):
        super().__init__(x, y, b=y)


class Answers:
    def __init__(self, value=None):
        return value


class Made:
    def __new__(cls, *given):
        return object.__new__(cls)

    def __init__(self, a=5):
        self.a = a


class Slots:
    __slots__ = "a", "b"

    def __init__(self, a, b=None):
        self.a = a
        if b is not None:
            self.b = b


module = types.ModuleType("module")
module.Plain, module.Below, module.Own, module.Slots = Plain, Below, Own, Slots


def calls():
    for _ in range(3):
        show(lambda: [Plain(), Plain(7), Plain(7, 8, 9), Plain(b=3), Plain(c=4), Plain(1, 2, b=3, d=4)])
        show(lambda: [module.Plain(), module.Plain(7), module.Plain(7, 8, 9), module.Below()])
        show(lambda: [Below(), Below(5), Own(1), Own(1, 2), module.Own(1)])
        show(lambda: [Slots(1).a, Slots(1, 2).b, module.Slots(3).a, module.Slots(3, 4).b])
        show(lambda: Own())
        show(lambda: module.Own())
        show(lambda: Own(1, 2, 3))
        show(lambda: module.Own(1, 2, 3))
        show(lambda: Own(1, x=2))
        show(lambda: Own(1, z=2))
        show(lambda: Slots())
        show(lambda: Slots(1).b)
        show(lambda: Answers(1))
        show(lambda: type(Answers()).__name__)
        show(lambda: [Made().a, Made(1).a])


def many(count):
    total = 0
    for number in range(count):
        total += Slots(number).a + len(Plain(number).all) + module.Slots(1).a
    return total


def deep(count):
    """Frames of `__init__` above each other."""

    class Node:
        def __init__(self, depth, more=None):
            self.next = Node(depth - 1) if depth else None

    node, length = Node(count), 0
    while node.next:
        node, length = node.next, length + 1
    return length


def changed():
    class Changing:
        def __init__(self, a=1):
            self.a = a

    def make():
        return Changing().a

    found = [make(), make()]
    Changing.__init__.__defaults__ = (2,)
    found.append(make())
    Changing.__init__ = lambda self, a=3, b=4: setattr(self, "a", a + b)
    found.append(make())
    del Changing.__init__
    Changing.a = 9
    found.append(make())
    return found


def fails():
    class Failing:
        def __init__(self, a=1):
            self.line = sys._getframe().f_back.f_code.co_name
            raise KeyError(a)

    try:
        Failing()
    except KeyError as error:
        trace = error.__traceback__
        names = []
        while trace:
            names.append(trace.tb_frame.f_code.co_name)
            trace = trace.tb_next
        return names


calls()
print(many(20000), deep(200), changed(), fails())
