# Copies and pickles of what is built in hold what the original does.
import abc
import copy
import inspect
import pickle


class Failure(Exception):
    def __init__(self, a, b):
        super().__init__(a, b)
        self.a = a


class Set(set):
    pass


extended = Set([1])
extended.mark = [2]
values = [
    {1, 2},
    frozenset([(1,)]),
    [{(1,)}],
    bytearray(b"ab"),
    slice(1, 2),
    Failure(1, 2),
    KeyError("a"),
    OSError(2, "x"),
    ExceptionGroup("a", [ValueError(1)]),
    extended,
]
for value in values:
    deep, flat = copy.deepcopy(value), copy.copy(value)
    pickled = [pickle.loads(pickle.dumps(value, protocol)) for protocol in range(1, 6)]
    texts = {repr(one) for one in [deep, flat, *pickled]}
    print(sorted(texts), type(deep) is type(value), deep is value)
copied = copy.deepcopy(extended)
print(copied.mark, copied.mark is extended.mark, copy.copy(extended).mark is extended.mark)
print(copy.deepcopy(Failure(1, 2)).a, copy.copy(OSError(2, "x", "file")).filename)


class Counted:
    def __deepcopy__(self, memo):
        return Counted()


one = Counted()
print(len(copy.deepcopy({one})), one in copy.deepcopy({one}))
for value in {}.keys(), (x for x in ()):
    try:
        copy.deepcopy(value)
    except TypeError as error:
        print(error)


class Abstract(abc.ABC):
    @abc.abstractmethod
    def method(self): ...


print(inspect.isabstract(Abstract), inspect.isabstract(int), bool(Abstract.__flags__ & 1 << 9))
