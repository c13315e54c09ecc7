"""Branches and jumps that `sys.monitoring` tells of: which way, and from which line to which."""

import sys

mon = sys.monitoring
E = mon.events
TOOL = 4
told = []


def lines(code):
    found = {}
    for start, end, line in code.co_lines():
        found.update((offset, line) for offset in range(start, end, 2) if line)
    return found


def listen(code, events):
    at = lines(code)
    first = code.co_firstlineno

    def hearer(name):
        def heard(_, place, target):
            told.append((name, at[place] - first, at[target] - first))
        return heard

    mon.use_tool_id(TOOL, "test")
    for name in ("BRANCH_LEFT", "BRANCH_RIGHT", "JUMP"):
        mon.register_callback(TOOL, getattr(E, name), hearer(name))
    mon.set_local_events(TOOL, code, events)


def stop():
    mon.free_tool_id(TOOL)
    print(*told, sep="\n")
    told.clear()


def choice(number):
    if number > 2:
        return "more"
    elif number == 2:
        return "two"
    if not number:
        return "none"
    return "one"


def both(one, other):
    if (one and
            other):
        return 1
    return 2


for number in (3, 2, 0, 1):
    print("choice", number)
    listen(choice.__code__, E.BRANCH_LEFT | E.BRANCH_RIGHT)
    choice(number)
    stop()

print("both")
listen(both.__code__, E.BRANCH_LEFT | E.BRANCH_RIGHT)
both(0, 1)
both(1, 0)
both(1, 1)
stop()

print("the old name")
heard = []
mon.use_tool_id(TOOL, "test")
mon.register_callback(TOOL, E.BRANCH, lambda code, place, target: heard.append(code.co_name))
mon.set_local_events(TOOL, choice.__code__, E.BRANCH)
print(mon.get_local_events(TOOL, choice.__code__) == E.BRANCH_LEFT | E.BRANCH_RIGHT)
choice(3)
stop()
print(heard)

at = lines(choice.__code__)
print([tuple(at[place] - choice.__code__.co_firstlineno for place in branch)
       for branch in choice.__code__.co_branches()])
