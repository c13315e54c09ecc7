"""Attributes and method calls of a chain over several lines: each has the line of its name."""

import sys
import traceback


class Chain:
    def same(self, *given, **named):
        return self

    def fails(self, *given, **named):
        raise ValueError

    @property
    def failing(self):
        raise ValueError

    def __setattr__(self, name, value):
        raise ValueError

    def __delattr__(self, name):
        raise ValueError

    size = 1


chain = Chain()


def one():
    return 1


def call_at_hand():
    (chain
     .same(1)
     .fails(2)
     .same(3))


def call_of_calls():
    (chain
     .same(one())
     .fails(one(),
            2)
     .same(3))


def call_with_names():
    (chain
     .same(1,
           last=2)
     .fails(
         last=one()
     )
     .same(3))


def call_spread():
    (chain
     .same(1)
     .fails(*[2])
     .same(3))


def missing():
    (chain
     .same(1)
     .missing(2)
     .same(3))


def missing_by_names():
    (chain
     .same(1)
     .missing(
         last=2,
     )
     .same(3))


def missing_of_calls():
    (chain
     .same(1)
     .missing(one())
     .same(3))


def attribute():
    (chain
     .same(1)
     .failing
     .same(3))


def dot_at_the_end():
    (chain.
        failing.same(
            1))


def argument():
    (chain
     .same(chain
           .fails(1),
           2))


def long():
    (chain
     .same().same().same().same()
     .same().same().same().same()
     .fails(last=1).same()
     .same())


def stored():
    (chain
     .same()
     .name) = one()


def deleted():
    del (chain
         .same()
         .name)


def changed():
    (chain
     .same()
     .size) += (
        one())


def changed_missing():
    (chain
     .same()
     .missing) += one()


def on_one_line():
    return chain.same().fails(1,
                              2)


def awaited():
    async def steps():
        (await wait()
         ).same(
        ).fails(
            1)

    async def wait():
        return chain

    steps().send(None)


def placed(function):
    try:
        function()
    except (ValueError, AttributeError) as error:
        frames = traceback.extract_tb(error.__traceback__)
        first = function.__code__.co_firstlineno
        own = [frame for frame in frames if frame.name in (function.__name__, "steps")]
        return [(frame.lineno - first, frame.end_lineno - first, frame.colno) for frame in own]


def lines(function):
    seen = []
    first = function.__code__.co_firstlineno

    def tracer(frame, event, argument):
        if frame.f_code is function.__code__:
            seen.append((event, frame.f_lineno - first))
            return tracer

    sys.settrace(tracer)
    try:
        function()
    except (ValueError, AttributeError):
        pass
    finally:
        sys.settrace(None)
    return seen


FUNCTIONS = [
    call_at_hand,
    call_of_calls,
    call_with_names,
    call_spread,
    missing,
    missing_by_names,
    missing_of_calls,
    attribute,
    dot_at_the_end,
    argument,
    long,
    stored,
    deleted,
    changed,
    changed_missing,
    on_one_line,
    awaited,
]
for function in FUNCTIONS:
    print(function.__name__, placed(function))
# (CPython builds a tuple of constants where it stands, and copies the receiver of `+=` in a step of
# its own: it tells of more lines there.)
for function in FUNCTIONS:
    if function not in (call_spread, changed, changed_missing):
        print(function.__name__, lines(function))
