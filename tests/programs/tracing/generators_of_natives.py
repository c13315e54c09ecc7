"""Calls and returns of generators that natives call for, and run in the very same place."""

import itertools
import sys

stack = []


def trace(frame, event, argument):
    name = frame.f_code.co_name
    if event == "call":
        stack.append(name)
    elif event == "return":
        print(event, name, stack.pop() == name)
    return trace


def numbers(count):
    for number in range(count):
        yield number


def nested():
    for count in (2, 1):
        yield numbers(count)


def work():
    print(list(itertools.chain.from_iterable(map(numbers, [1, 2]))))
    print(list(itertools.chain.from_iterable(nested())))
    print(sorted(numbers(2), key=lambda number: -number))
    print(list(map(list, map(numbers, range(3)))))
    print(max(sum(numbers(n)) for n in (1, 3)))


sys.settrace(trace)
work()
sys.settrace(None)
print(stack)
