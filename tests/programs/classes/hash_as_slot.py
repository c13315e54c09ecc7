# A class with an `__eq__` whose `__hash__` is a slot is hashed by what the slot holds.
class Marker:
    __slots__ = ("schema", "__hash__")

    def __init__(self, schema):
        self.schema = schema
        self.__hash__ = lambda: hash(schema)

    def __eq__(self, other):
        return self.schema == other


class Below(Marker):
    pass


class Unhashable(Marker):
    def __eq__(self, other):
        return True


print({Marker("key"): 1}["key"], {Below(3): 2}[3], hash(Below(7)))
print(Marker.__hash__, Unhashable.__hash__)
try:
    hash(Unhashable(3))
except TypeError as error:
    print(error)
