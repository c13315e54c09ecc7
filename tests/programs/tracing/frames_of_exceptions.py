"""The frame that functions of `sys.monitoring` find while an exception travels: the one in which it is,
at the line of its call, with its variables, also further out. Garbage is made meanwhile."""

import sys

mon = sys.monitoring
E = mon.events
told = []


def heard(name):
    def told_of(code, offset, error):
        garbage = [[str(number)] for number in range(2_000)]
        if code.co_filename == __file__:
            frame = sys._getframe(1)
            line = frame.f_lineno - code.co_firstlineno
            told.append((name, frame.f_code.co_name, line, sorted(frame.f_locals), len(garbage)))
    return told_of


def raising():
    raise ValueError


def middle(number):
    text = "a" * number
    raising()
    return text


def outer():
    values = [str(number) * 3 for number in range(3)]
    try:
        middle(3)
    except ValueError:
        return values


mon.use_tool_id(3, "test")
for name in ("RAISE", "PY_UNWIND", "EXCEPTION_HANDLED"):
    mon.register_callback(3, getattr(E, name), heard(name))
mon.set_events(3, E.RAISE | E.PY_UNWIND | E.EXCEPTION_HANDLED)
values = outer()
mon.free_tool_id(3)
print(values)
print(*told, sep="\n")
