# The object of a frame is found again while the frame runs, follows it, and keeps its end.
import sys


def identity():
    frame = sys._getframe()
    print(sys._getframe() is frame, frame is sys._getframe(0), frame.f_back is sys._getframe(1))
    print(nested() is frame, (lambda: sys._getframe(1))() is frame)
    return frame


def nested():
    return sys._getframe(1)


def line(frame):
    return frame.f_lineno - frame.f_code.co_firstlineno


kept = identity()
print(kept.f_back is sys._getframe(), line(kept), kept is identity())


# The line moves.
def moves():
    frame = sys._getframe()
    first = line(frame)
    second = line(frame)
    for _ in range(2):
        third = line(frame)
    return frame, (first,
                   second,
                   line(frame),
                   third)


frame, lines = moves()
print(lines, line(frame))


def asks(frame):
    return line(frame), frame.f_back is sys._getframe(2), frame is sys._getframe(1)


def is_asked():
    frame = sys._getframe()
    first = asks(frame)

    second = asks(frame)
    return first, second


print(is_asked())


# A frame that was never asked for is asked for by its callees, from the inside out.
def outermost(depth):
    here = None
    if depth:
        result = outermost(depth - 1)
    else:
        result = sys._getframe(2)
    here = sys._getframe()
    return result, here


found, place = outermost(3), None
frames = []
while isinstance(found, tuple):
    found, here = found
    frames.append(here)
print(len(frames), frames[1] is found, [f.f_locals["depth"] for f in frames])
print(all(inner.f_back is outer for outer, inner in zip(frames, frames[1:])))
print(frames[0].f_back is sys._getframe(), [line(f) for f in frames])


# The variables of frames that run further out, and of those that have ended.
def shows(frame):
    return sorted(frame.f_locals.items(), key=str)


def has_variables(first, *rest, named=1, **others):
    before = first + 1
    print(shows(sys._getframe()))
    after = before + 1
    def inner():
        return closed, sys._getframe(1)
    closed = after
    first = "changed"
    frame = inner()[1]
    del before
    return frame, inner


frame, inner = has_variables(1, 2, three=3)
shown = frame.f_locals
print(shown["after"], shown["closed"], shown["first"], shown["rest"], shown["others"])
print("before" in shown, shown["frame"] is frame, shown["inner"] is inner)


def clears():
    try:
        sys._getframe().clear()
    except RuntimeError as error:
        print(error)
    value = object()
    return sys._getframe()


frame = clears()
print(sorted(frame.f_locals))
frame.clear()
print(frame.f_locals, line(frame))


# Exceptions.
def raises(kept):
    kept.append(sys._getframe())
    1 / len(kept[1:])


def passes(kept):
    try:
        raises(kept)
    finally:
        kept.append(sys._getframe())


kept = []
try:
    passes(kept)
except ZeroDivisionError as error:
    entry = error.__traceback__.tb_next
    print([line(f) for f in kept], kept[0].f_back is kept[1], kept[0].f_locals["kept"] is kept)
    print(entry.tb_next.tb_frame is kept[0], entry.tb_frame is entry.tb_frame)


# A class's body, exec, and natives in between.
class Body:
    value = 1
    frame = sys._getframe()
    print(frame is sys._getframe(), frame.f_locals["value"], line(frame))


print(Body.frame.f_locals["value"], Body.frame.f_back is sys._getframe(), line(Body.frame))


def executes():
    names = {"sys": sys}
    exec("a = 1\nframe = sys._getframe()\nsame = frame is sys._getframe()", names)
    return names["same"], names["frame"].f_back is sys._getframe(), names["frame"].f_lineno


print(executes())


def compares(value):
    frames.append(sys._getframe(1))
    return value


def sorts():
    frames.clear()
    sorted([3, 1, 2], key=compares)
    list(map(compares, [1]))
    return [f is sys._getframe() for f in frames]


print(sorts())


class Made:
    def __init__(self):
        self.frame = sys._getframe()
        self.caller = sys._getframe(1)

    def __add__(self, other):
        return sys._getframe(1)


def makes():
    made = Made()
    print(made.caller is sys._getframe(), made.frame.f_back is made.caller)
    return made + 1 is sys._getframe(), line(made.frame)


print(makes())


def recursive(depth):
    frame = sys._getframe()
    if depth:
        recursive(depth - 1)
    return frame.f_locals["depth"] == depth and sys._getframe() is frame


print(recursive(500))
