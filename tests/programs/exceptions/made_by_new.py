# Classes of exceptions whose __new__ makes something else.
class Five(Exception):
    def __new__(cls, *arguments):
        return 5


class Kind(BaseException):
    def __new__(cls, *arguments):
        return int


def generator():
    yield 1


def raised(cls):
    raise cls


def caused(cls):
    raise ValueError from cls


def thrown(cls):
    started = generator()
    next(started)
    started.throw(cls)


for cls in Five, Kind, int:
    for do in raised, caused, thrown:
        try:
            do(cls)
        except TypeError as error:
            print(do.__name__, error)
