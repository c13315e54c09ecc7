"""A value is a mapping where its attribute `keys` is found, on the instance or by `__getattr__`."""


class ByInstance:
    def __init__(self, content):
        self.keys = content.keys
        self.content = content

    def __getitem__(self, key):
        return self.content[key]


class ByGetattr:
    def __getattr__(self, name):
        if name == "keys":
            return lambda: ["x"]
        raise AttributeError(name)

    def __getitem__(self, key):
        return key * 2


class Failing:
    @property
    def keys(self):
        raise ValueError("no keys")


class Without:
    pass


def show(**options):
    return options


def attempt(function):
    try:
        print(function())
    except Exception as error:
        print(type(error).__name__, error)


for value in [ByInstance({"a": 1}), ByGetattr(), Failing(), Without()]:
    attempt(lambda: show(**value))
    attempt(lambda: {"first": 0, **value})
    attempt(lambda: dict(value))
    attempt(lambda: dict(**value))
    target = {}
    attempt(lambda: target.update(value))
    print(target)
