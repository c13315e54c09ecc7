# What a class knows of its text.

class First:
    """A class."""

    def method(self):
        self.zeta = self.alpha = 1
        self.count += 1
        other = self
        other.unseen = 2

        def inner():
            self.beta, (self.gamma, *self.rest) = 1, (2, 3)

        for self.index in ():
            pass
        return inner

    class Inside:
        def method(self):
            self.mine = 1


def same(cls):
    return cls


@same
@same
class Decorated(First):
    pass


print(First.__firstlineno__, First.__dict__["__firstlineno__"])
print(Decorated.__firstlineno__, First.Inside.__firstlineno__)
print(sorted(First.__static_attributes__), First.Inside.__static_attributes__)
print(type("Made", (), {}).__dict__.get("__firstlineno__"))


class Meta(type):
    @classmethod
    def __prepare__(mcls, name, bases):
        return Seen()


class Seen(dict):
    def __setitem__(self, key, value):
        print("set", key)
        super().__setitem__(key, value)


class Told(metaclass=Meta):
    x = 1




# The line is what `inspect.getsource` goes by.
import inspect
import linecache

text = "\n\nclass Shown:\n    def method(self):\n        pass\n\n\nclass Other:\n    pass\n"
linecache.cache["<shown>"] = len(text), None, text.splitlines(True), "<shown>"
names = {"__name__": "shown"}
exec(compile(text, "<shown>", "exec"), names)
print(names["Shown"].__firstlineno__, names["Other"].__firstlineno__)
print(inspect.getsource(names["Shown"].method), end="")
