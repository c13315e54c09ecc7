# isinstance and issubclass of objects that only say which bases they have.
class Abstract:
    def __init__(self, *bases):
        self.bases = bases

    @property
    def __bases__(self):
        return self.bases


class Instance:
    def __init__(self, kind):
        self.kind = kind

    @property
    def __class__(self):
        return self.kind


root = Abstract()
child = Abstract(root)
other = Abstract()
both = Abstract(other, child)
print(issubclass(child, root), issubclass(root, child), issubclass(both, root))
print(issubclass(both, (other, root)), issubclass(child, (other, both)))
print(isinstance(Instance(child), root), isinstance(Instance(root), child))
print(isinstance(Instance(both), other), isinstance(3, root))
print(issubclass(child, object))


def attempt(function, *arguments):
    try:
        print(function(*arguments))
    except (TypeError, RecursionError, ValueError) as error:
        print(type(error).__name__, str(error)[:60])


class NoTuple:
    __bases__ = 3


class Raises:
    @property
    def __bases__(self):
        raise ValueError("the bases are not to be had")


class Endless:
    @property
    def __bases__(self):
        return (self, self)


class Raising:
    @property
    def __class__(self):
        raise ValueError("no class")


attempt(issubclass, 3, int)
attempt(issubclass, child, 3)
attempt(isinstance, 3, NoTuple())
attempt(issubclass, NoTuple(), root)
attempt(issubclass, Raises(), root)
attempt(isinstance, 3, Raises())
attempt(isinstance, Raising(), root)
try:
    issubclass(Endless(), int)
except RecursionError:
    print("RecursionError")
