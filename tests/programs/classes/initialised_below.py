# Classes below built-in ones whose `__init__` is called with what the class likes.
import abc
import types


class Named(property):
    def __init__(self, function, name=None):
        super().__init__(function, doc="own")
        self.name = name


class ClassNamed(classmethod):
    def __init__(self, function):
        super().__init__(function)
        self.extra = 1


class Free(staticmethod):
    def __init__(self, function, extra=3):
        super().__init__(function)
        self.extra = extra


class Holder:
    x = Named(lambda self: 5, name="n")

    @ClassNamed
    def c(cls):
        return cls.__name__

    @Free
    def s():
        return "s"


found = vars(Holder)
print(Holder().x, found["x"].name, found["x"].__doc__, found["c"].extra, found["s"].extra)
print(Holder.c(), Holder().c(), Holder.s(), Holder().s())


class Repeated(bytearray):
    def __init__(self, count):
        super().__init__(b"x" * count)


class Filled(bytearray):
    pass


print(Repeated(3) == b"xxx", Filled(2) == b"\0\0", Filled(b"ab") == b"ab", Filled("é", "utf8"))
plain = bytearray(b"before")
plain.__init__(b"after")
print(plain)


class Module(types.ModuleType):
    def __init__(self, name):
        super().__init__(name)
        self.extra = 2


print(Module("a").extra, Module("a").__name__)

for abstract in (abc.abstractmethod, abc.abstractproperty, abc.abstractclassmethod,
                 abc.abstractstaticmethod):
    class Abstract(metaclass=abc.ABCMeta):
        @abstract
        def method(self):
            pass

    print(sorted(Abstract.__abstractmethods__))
    try:
        Abstract()
    except TypeError as error:
        print(error)
for wrong in (lambda: Named.__init__(5), lambda: Free(), lambda: property.__init__(classmethod(1))):
    try:
        wrong()
    except TypeError as error:
        print("TypeError")
