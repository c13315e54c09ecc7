# __getattr__, __setattr__, __delattr__, __getattribute__ and descriptors.
class Recorder:
    def __init__(self):
        object.__setattr__(self, "log", [])

    def __setattr__(self, name, value):
        self.log.append(("set", name, value))
        object.__setattr__(self, name, value)

    def __delattr__(self, name):
        self.log.append(("del", name))
        object.__delattr__(self, name)

    def __getattr__(self, name):
        self.log.append(("missing", name))
        if name == "nothing":
            raise AttributeError("no " + name)
        return name * 2


r = Recorder()
r.x = 5
r.x += 1
print(r.x, r.abc, hasattr(r, "nothing"), getattr(r, "nothing", "default"))
del r.x
print(r.x, r.log)


class Typed:
    def __init__(self, kind):
        self.kind = kind

    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, instance, owner):
        if instance is None:
            return self
        return getattr(instance, self.name, None)

    def __set__(self, instance, value):
        if not isinstance(value, self.kind):
            raise TypeError(f"{self.name[1:]} must be {self.kind.__name__}")
        setattr(instance, self.name, value)


class Person:
    name = Typed(str)
    age = Typed(int)

    def __init__(self, name, age):
        self.name = name
        self.age = age


p = Person("Ann", 30)
p.age += 1
print(p.name, p.age, type(Person.name).__name__, sorted(p.__dict__))
try:
    p.age = "old"
except TypeError as error:
    print(error)
