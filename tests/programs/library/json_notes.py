# expected output written by hand: needs 3.14
# Where in a value the exception of writing it was raised: notes.
import json


class Box:
    pass


class Sheet(dict):
    pass


def show(value, **options):
    try:
        json.dumps(value, **options)
    except Exception as error:
        print(type(error).__name__, error, error.__notes__)


show([1, {"a": Box()}])
show({1: (object(),)})


def unpack(value):
    if isinstance(value, Box):
        return [0, 1j]
    raise TypeError("not " + type(value).__name__)


show(Sheet(k=[0, Box()]), default=unpack)
