# the whole error output counts
import sys


def show(function, *arguments):
    try:
        function(*arguments)
    except BaseException as error:
        sys.excepthook(type(error), error, error.__traceback__)


def cause():
    try:
        {}["missing"]
    except KeyError as error:
        raise ValueError("while looking") from error


def context():
    try:
        1 / 0
    except ZeroDivisionError:
        undefined


def suppressed():
    try:
        1 / 0
    except ZeroDivisionError:
        raise ValueError("alone") from None


def class_as_cause():
    raise ValueError("with a class") from KeyError


def notes():
    error = ValueError("noted")
    error.add_note("first note")
    error.add_note("second\nof two lines")
    raise error


def group():
    try:
        raise OSError(2, "No such file", "name")
    except OSError as error:
        raise ExceptionGroup("some failed", [error, ValueError("plain"), ExceptionGroup("inner", [TypeError(1), KeyError("k")])])


def group_with_notes():
    error = ValueError("inside")
    error.add_note("its note")
    group = ExceptionGroup("noted", [error])
    group.add_note("the group's note")
    raise group from KeyError("why")


def many():
    raise ExceptionGroup("many", [ValueError(number) for number in range(20)])


class Broken(Exception):
    def __str__(self):
        raise RuntimeError


class Outer:
    class Inner(Exception):
        pass


def broken():
    raise Broken(1)


def qualified():
    raise Outer.Inner("in a class")


def empty():
    raise ValueError


def lines():
    raise ValueError("two\nlines")


def reraised():
    try:
        try:
            raise ValueError("first")
        finally:
            x = 1
    except ValueError:
        raise


def exits():
    raise SystemExit(3)


for function in [cause, context, suppressed, class_as_cause, notes, group, group_with_notes, many,
                 broken, qualified, empty, lines, reraised, exits]:
    show(function)
