"""A module."""
class Base:
    """The base.

        Indented.
    """
    limit = 3
    size = limit + 1
    def __init__(self, a):
        self.a = a
        self.__hidden = None
        self.a = a
    @property
    def hidden(self):
        return self.__hidden
class Derived(Base, metaclass=Meta, key=1):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.b: int = 2
    def here(self):
        return __class__
@register
@wrap(1)
class Other(*bases, **options):
    pass
