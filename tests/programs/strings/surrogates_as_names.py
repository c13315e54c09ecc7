# A text with lone surrogates is a name like any other, but where CPython needs its bytes.

import functools
import sys
import types


def named(**names):
    return names


print(ascii(named(**{"\ud800": 1})), ascii(dict(**{"\udfff": 1})))
print(ascii(functools.partial(named, **{"\ud800": 1})()))


class Plain:
    pass


plain = Plain()
setattr(plain, "\ud800", 5)
print(getattr(plain, "\ud800"), ascii(plain.__dict__), hasattr(plain, "\udfff"))
delattr(plain, "\ud800")
plain.__dict__["\ud801"] = 1
print(getattr(plain, "\ud801"), ascii(vars(plain)), ascii(dir(plain)[-1]))
setattr(Plain, "\ud802", 7)
print(getattr(plain, "\ud802"), "\ud802" in Plain.__dict__)

namespace = {"\ud800": 3}
exec("found = [name for name in globals() if name > 'found']", namespace)
print(ascii(namespace["found"]))
module = types.ModuleType("module")
setattr(module, "\ud802", 2)
print(module.__dict__["\ud802"], module.__dict__.get("\ud803"))
print(ascii("{a}".format(**{"\ud800": 1, "a": "\ud811"})))


class Meta(type):
    def __new__(kind, name, bases, body, **names):
        print(ascii(names))
        return super().__new__(kind, name, bases, body)

    def __init__(*values, **names):
        pass


class Made(metaclass=Meta, **{"\ud800": 1}):
    pass


def one(a):
    return a


def qualified():
    return type("A", (), {"__qualname__": "\ud800"}).__qualname__


def renamed():
    one.__name__ = "\ud800"
    return one.__name__


def state():
    error = Exception()
    error.__setstate__({"\ud800": 1})
    return vars(error)


for act in (
    lambda: one(**{"\ud800": 1}), lambda: eval("'\ud800'"), lambda: exec("\ud800 = 1"),
    lambda: compile("1", "\ud800", "eval").co_filename, lambda: __import__("\ud800"),
    lambda: type("\ud800", (), {}), lambda: vars(type("A", (), {"\ud800": 1}))["\ud800"],
    qualified, renamed, lambda: open("/\ud800x"), lambda: compile("1", "", "\ud800"),
    lambda: sys.intern("\ud800"), state, lambda: format(1, "\ud800"), lambda: format(1.5, "\ud800"),
    lambda: format(1j, "é"), lambda: "{:\t}".format(1), lambda: getattr(1, "\ud800"),
    lambda: object.__getattribute__(plain, "\ud800"),
):
    try:
        print(ascii(act()))
    except Exception as error:
        print(type(error).__name__, ascii(str(error)))

for write in (sys.stdout.write, lambda text: sys.stdout.writelines([text]), print):
    try:
        write("\ud800\n")
    except UnicodeEncodeError as error:
        print(error)
sys.stderr.write("\ud800\n")
sys.stderr.writelines(["\ud801\n"])
print("\ud802", file=sys.stderr)


class Told(Exception):
    def __str__(self):
        return "\ud8ff"


try:
    raise KeyError("\ud800")
except KeyError as error:
    error.add_note("\ud855")
    raise Told from error
