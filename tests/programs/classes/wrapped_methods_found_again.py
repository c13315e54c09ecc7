# Static and class methods that are called through instances, again and again at one place, while the
# classes and the instances change below the place.


class Plain:
    def __init__(self):
        self.x = 1

    @staticmethod
    def free(*arguments):
        return "free", arguments

    @classmethod
    def made(cls, *arguments):
        return cls.__name__, arguments


class Below(Plain):
    pass


class WithSlots:
    __slots__ = ("y",)
    free = Plain.__dict__["free"]
    made = Plain.__dict__["made"]


def behind_dict():
    instance = Plain()
    vars(instance)["not an identifier"] = 2
    return instance


def ask(instance):
    return instance.free(1), instance.made(), instance.made(2, 3)


def tell(title, *instances):
    for instance in instances:
        found = set()
        for _ in range(3):
            try:
                found.add(ask(instance))
            except (AttributeError, TypeError) as error:
                found.add(str(error))
        print(title, type(instance).__name__, found)


plain, below, slots, own, hidden = Plain(), Below(), WithSlots(), Plain(), behind_dict()
everything = plain, below, slots, own, hidden
tell("at first", *everything)
own.free = lambda *arguments: ("own", arguments)
hidden.free = lambda *arguments: ("hidden", arguments)
tell("own functions", *everything)
del own.free, hidden.free
tell("gone again", *everything)
Plain.free = lambda *arguments: ("a method", len(arguments))
tell("a method", *everything)
Plain.free = staticmethod(len)
tell("of a native", plain, slots)
Plain.free = staticmethod(lambda *arguments: ("another", arguments))
tell("another", *everything)
Below.free = classmethod(lambda cls, *arguments: (cls.__name__, "by class", arguments))
tell("below", *everything)
del Below.free
tell("not below", *everything)
wrapper = Plain.__dict__["free"]
wrapper.__init__(lambda *arguments: ("within the wrapper", arguments))
tell("the wrapper changes", *everything)
Plain.made = classmethod(print)
print(plain.made("a native gets the class"), below.made())
Plain.made = classmethod(lambda cls, *arguments: (cls, "again")[1:])
tell("again", *everything)


def ask_all(self, name):
    if name == "free":
        return lambda *arguments: ("asked", arguments)
    return object.__getattribute__(self, name)


Plain.__getattribute__ = ask_all
tell("all are asked", *everything)
del Plain.__getattribute__
tell("none is asked", *everything)
plain.__class__ = Below
tell("another class", plain)


class Meta(type):
    @staticmethod
    def free(*arguments):
        return "of the metaclass", arguments

    @classmethod
    def made(cls, *arguments):
        return cls.__name__, arguments


class Made(metaclass=Meta):
    pass


tell("of classes", Made)
Made.free = staticmethod(lambda *arguments: ("of the class", arguments))
tell("of classes", Made, Made())
