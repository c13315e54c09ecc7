# `raise` makes an instance of a class and leaves the variable that holds the class alone.


def caught_by_the_same_variable():
    kind = KeyError
    try:
        raise kind
    except kind as error:
        print("caught", repr(error), kind)


def context_is_an_instance():
    context = IndexError
    try:
        try:
            raise context
        except:
            raise OSError
    except OSError as error:
        print(error.__context__ is context, isinstance(error.__context__, context))


def cause_in_a_variable():
    kind, cause = ValueError, TypeError
    for _ in range(2):
        try:
            raise kind from cause
        except kind as error:
            print(repr(error), repr(error.__cause__), error.__suppress_context__, cause)
    try:
        raise kind from None
    except kind as error:
        print(repr(error.__cause__), error.__suppress_context__)


def parameter(kind):
    seen = []
    for _ in range(3):
        try:
            raise kind
        except kind as error:
            seen.append(error)
    print(len({id(error) for error in seen}), kind)


def chain():
    class A(Exception):
        pass

    class B(Exception):
        pass

    try:
        try:
            raise A
        except A as first:
            a = first
            try:
                raise B
            except B as second:
                b = second
                raise a
    except A as error:
        print(error is a, a.__context__ is b, b.__context__)


def wrong():
    for value in (int, "text", None, (KeyError, ValueError)):
        try:
            raise value
        except TypeError as error:
            print(error)
        try:
            raise KeyError from 5
        except TypeError as error:
            print(error)


class Odd(Exception):
    def __new__(cls):
        return 3


def odd():
    kind = Odd
    try:
        raise kind
    except TypeError:
        print("no exception", kind.__name__)


caught_by_the_same_variable()
context_is_an_instance()
cause_in_a_variable()
parameter(ZeroDivisionError)
chain()
wrong()
odd()
