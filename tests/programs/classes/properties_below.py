# Classes below `property`: their copies are of the same class, and have the getter's text.


class Named(property):
    """The text of the class."""

    label = "named"


class Holder:
    @Named
    def value(self):
        """The text of the getter."""
        return self._value

    @value.setter
    def value(self, new):
        self._value = new * 2

    @value.deleter
    def value(self):
        self._value = None

    plain = Named(lambda self: 1)
    told = Named(lambda self: 2, doc="explicit")


for name in ("value", "plain", "told"):
    found = vars(Holder)[name]
    print(name, type(found).__name__, found.label, found.__doc__)
holder = Holder()
holder.value = 4
print(holder.value, holder.plain, holder.told)
del holder.value
print(holder.value)


class Wrapped:
    @classmethod
    def made(cls, number: int) -> str:
        return ""

    @staticmethod
    def free(number: float):
        pass


print(vars(Wrapped)["made"].__annotations__)
print(vars(Wrapped)["free"].__annotations__)
