"""What functions and methods say of wrong calls that are native in CPython and of the library here."""

import array
import cmath
import codecs
import collections
import datetime
import io
import itertools
import operator
import sys
import types


class Program:
    pass


def attempt(function, *arguments, **named):
    try:
        print("fine", function(*arguments, **named) is None)
    except Exception as error:
        print(type(error).__name__, error)


# Functions of modules: by how many arguments they take, and whether these have names.
for function in (
    sys.is_finalizing, sys.getdefaultencoding, cmath.acos, cmath.rect, cmath.log, cmath.isclose, 
    codecs.ascii_decode, codecs.latin_1_encode, codecs.utf_16_be_decode, codecs.utf_8_decode,
):
    for arguments in (), (1,), (1, 2), (None, None, None), (1, 2, 3, 4, 5):
        if function is not cmath.rect or len(arguments) != 2:
            attempt(function, *arguments)
    attempt(function, wrong=1)
for data in [], None, 1.5, Program(), "a":
    attempt(codecs.ascii_decode, data)
    attempt(codecs.utf_32_le_decode, data)

# Receivers that are no instances of the method's class.
for receiver in 1, "a", None, [], 1.5, b"b", Program, Program():
    for method in (
        datetime.date.isoformat, datetime.date.__add__, datetime.datetime.replace, datetime.timedelta.total_seconds,
        datetime.timedelta.__neg__, datetime.time.isoformat, 
        array.array.tolist, array.array.__len__, io.StringIO.getvalue, io.BytesIO.getbuffer,
        collections.OrderedDict.move_to_end,
    ):
        if method is not collections.OrderedDict.move_to_end:
            attempt(method, receiver)


# A program's own methods keep their own complaints, also below such a class.
class Below(datetime.date):
    def isoformat(self):
        return self.missing

    def shown(self):
        return self.year


attempt(Below.isoformat, 5)
attempt(Below.shown, 5)
attempt(Below(1, 1, 1).isoformat)
attempt(types.SimpleNamespace(a=1).__getattribute__, "b")

# Classes of built-in modules that make no instance of what they are given.
for kind in itertools.count, itertools.chain, collections.deque, types.GenericAlias, operator.itemgetter:
    attempt(kind.__new__)
    attempt(kind.__new__, 5)
    attempt(kind.__new__, dict)

# Descriptors that are told neither instance nor class.
for descriptor in int.__dict__["numerator"], property(lambda self: 1), len, Program.__init__, classmethod(len), staticmethod(len):
    if hasattr(descriptor, "__get__"):
        attempt(descriptor.__get__, None, None)
        attempt(descriptor.__get__, None)
