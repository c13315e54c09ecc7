"""Lines that tracers hear of: of `pass`, `continue`, `break`, `try`, and of the return at a body's end,
which belongs to the statement that ran."""

import sys

told = []


def trace(frame, event, argument):
    if frame.f_code.co_filename == __file__:
        told.append((event, frame.f_lineno - frame.f_code.co_firstlineno))
    return trace


def choice(flag):
    if flag:
        len("a")
    else:
        len("b")


def nothing():
    pass


def told_only():
    """Nothing."""


def passes(flag):
    if flag:
        pass
    len("x")


def last_passes(flag):
    if flag:
        len("x")
    else:
        pass


def loops(values):
    for value in values:
        if value == 1:
            continue
        if value == 2: continue
        if value == 3:
            break
        len("x")
    else:
        len("y")


def tries(text):
    try:
        number = int(text)
    except ValueError:
        pass
    else:
        return number


def cleans():
    try:
        len("x")
    finally:
        len("y")


def waits(flag):
    while flag:
        flag -= 1
        if flag == 1:
            continue


def run(function, *arguments):
    sys.settrace(trace)
    function(*arguments)
    sys.settrace(None)
    print(function.__name__, arguments)
    print("  ", *(f"{event[0]}{line}" for event, line in told[:-1]))
    told.clear()


run(choice, True)
run(choice, False)
run(nothing)
run(told_only)
run(passes, True)
run(passes, False)
run(last_passes, True)
run(last_passes, False)
run(loops, [0, 1, 2])
run(loops, [0, 3])
run(tries, "1")
run(tries, "x")
run(cleans)
run(waits, 2)
