# the whole error output counts
import sys


def show(function, *arguments):
    try:
        function(*arguments)
    except Exception as error:
        sys.excepthook(type(error), error, error.__traceback__)


class Thing:
    colour = 1
    _hidden = 2

    def paint(self):
        return self.color


def local():
    counter = 1
    return countr


def builtin():
    return lenn([])


def module_name():
    return mathh


def forgotten():
    return math.pi


def attribute():
    return Thing().pant


def hidden():
    return Thing().hidden


def of_module():
    return sys.exti


def nothing():
    return zzzzzzzzzz


def from_import():
    from sys import exti


def case():
    VALUE = 1
    return value_


show(local)
show(builtin)
show(forgotten)
show(attribute)
show(hidden)
show(of_module)
show(nothing)
show(from_import)
show(Thing().paint)
