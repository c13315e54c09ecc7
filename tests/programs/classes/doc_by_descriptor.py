# `__doc__` of a class: a descriptor in its body is asked, and a property of the metaclass first.


class Both(property):
    def __init__(self, getter, of_class):
        super().__init__(getter)
        self.of_class = of_class

    def __get__(self, instance, owner=None):
        if instance is None:
            return f"{self.of_class} {owner.__name__}"
        return super().__get__(instance, owner)


class Told:
    """Kept for the class."""

    __doc__ = Both(lambda self: "of an instance", __doc__)


print(Told.__doc__, "|", Told().__doc__, "|", type(Told.__dict__["__doc__"]).__name__)


class Below(Told):
    pass


print(Below.__doc__, Below().__doc__)


class Plain:
    @property
    def __doc__(self):
        return "text"


print(type(Plain.__doc__).__name__, Plain().__doc__)


class Static:
    @staticmethod
    def __doc__():
        return "static"


print(Static.__doc__())


class Meta(type):
    @property
    def __doc__(cls):
        return f"by the metaclass: {cls.__name__}"

    @property
    def __module__(cls):
        return "elsewhere"


class Made(metaclass=Meta):
    """Hidden."""


print(Made.__doc__, "|", Made().__doc__, "|", Made.__module__)
for given in (1, None, [2], len):
    Made2 = type("Made2", (), {"__doc__": given})
    print(Made2.__doc__ is given)
