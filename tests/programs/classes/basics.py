# Attributes, methods, class variables.
class Dog:
    kind = "canine"
    tricks_known = 0

    def __init__(self, name, age=1):
        self.name = name
        self.age = age
        self.tricks = []

    def learn(self, trick):
        self.tricks.append(trick)
        Dog.tricks_known += 1
        return self

    def describe(self):
        return f"{self.name} ({self.age}): {self.tricks}"


a = Dog("Rex")
b = Dog("Fido", age=4)
a.learn("sit").learn("roll")
b.learn("beg")
print(a.describe(), b.describe(), Dog.tricks_known, a.tricks_known)
a.kind = "wolf"
print(a.kind, b.kind, Dog.kind)
del a.kind
print(a.kind)
Dog.kind = "dog"
print(a.kind, b.kind)
a.extra = 5
a.extra += 10
print(a.extra, hasattr(a, "extra"), hasattr(b, "extra"), getattr(b, "extra", None))
setattr(b, "extra", 6)
delattr(b, "extra")
bound = a.describe
print(bound(), Dog.describe(b))
print(type(a) is Dog, type(a).__name__, Dog.__name__, isinstance(a, Dog), a.__class__ is Dog)
for label, function in (("missing", lambda: a.nothing), ("class", lambda: Dog.nothing), ("args", lambda: Dog())):
    try:
        function()
    except (AttributeError, TypeError) as error:
        print(label, type(error).__name__, error)


class Empty:
    pass


e = Empty()
for i in range(20):
    setattr(e, "field" + str(i), i)
print(sum([getattr(e, "field" + str(i)) for i in range(20)]))
