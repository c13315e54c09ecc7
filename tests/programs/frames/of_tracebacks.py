# The frames of a traceback have the variables that the frames had; the frame that handles the
# exception is the running one.
import sys
import traceback


def innermost(values):
    total = sum(values)
    shared = total

    def inner():
        return shared

    raise ValueError(inner())


def between(name, *rest, **named):
    local = [name]
    if name == "never":
        unbound = 1
        print(unbound)
    return innermost([1, 2]) + len(local)


def frames(error):
    entry = error.__traceback__
    while entry is not None:
        yield entry.tb_frame
        entry = entry.tb_next


def handling():
    before = "kept"
    try:
        between("a name", 1, 2, key=3)
    except ValueError as error:
        first, second, third = frames(error)
        print(first is sys._getframe(), first.f_locals["before"], second.f_code.co_name)
        print(second.f_locals)
        print({name: value for name, value in third.f_locals.items() if name != "inner"})
        print(third.f_locals["inner"]())
        again = list(frames(error))
        print([one is other for one, other in zip(again, (first, second, third))])
        first.f_locals["before"] = "changed"
        second.f_locals["local"] = "changed, too"
        print(before, second.f_locals["local"], list(frames(error))[1].f_locals["local"])
        return error


error = handling()
print([frame.f_code.co_name for frame in frames(error)])
print(list(frames(error))[1].f_locals["rest"])


def in_callee():
    error = sys.exception()
    return error.__traceback__.tb_frame


def recursive(depth):
    try:
        raise KeyError(depth)
    except KeyError:
        own = in_callee()
        print(own is sys._getframe(), own.f_locals["depth"])
        if depth:
            recursive(depth - 1)
        print(in_callee() is own)


recursive(2)


class Manager:
    def __enter__(self):
        return self

    def __exit__(self, kind, value, entry):
        self.frame = entry.tb_frame
        return True


def managed():
    marker = 5
    manager = Manager()
    with manager:
        raise ValueError
    return manager.frame.f_code.co_name, marker


print(managed())


def generator():
    held = "in a generator"
    yield 1
    raise ValueError(held)


def of_generator():
    try:
        list(generator())
    except ValueError as error:
        print([frame.f_locals.get("held") for frame in frames(error)])


of_generator()


def raised_again(argument):
    caught = 5
    try:
        innermost([argument])
    except ValueError as error:
        raise


try:
    raised_again(7)
except ValueError as error:
    shown = traceback.TracebackException.from_exception(error, capture_locals=True)
    for summary in shown.stack[1:]:
        names = sorted(name for name in summary.locals if name not in ("inner", "error"))
        print(summary.name, [(name, summary.locals[name]) for name in names])
    frame = error.__traceback__.tb_next.tb_frame
    frame.clear()
    print(frame.f_locals)


class Nothing:
    def __enter__(self):
        return self

    def __exit__(self, *exception):
        pass


def behind_with(argument):
    with Nothing():
        1 / argument


try:
    behind_with(0)
except ZeroDivisionError as error:
    frame = error.__traceback__.tb_next.tb_frame
    print(frame.f_lineno - frame.f_code.co_firstlineno, frame.f_locals)


def only_free(argument):
    def inner():
        argument.missing

    return inner


try:
    only_free(5)()
except AttributeError as error:
    frame = error.__traceback__.tb_next.tb_frame
    print(frame.f_locals)
    frame.clear()
    print(frame.f_locals)


def deep(depth):
    mine = depth * depth
    if depth == 0:
        raise ZeroDivisionError
    deep(depth - 1)
    return mine


try:
    deep(200)
except ZeroDivisionError as error:
    print(sum(frame.f_locals["mine"] for frame in list(frames(error))[1:]))
    traceback.clear_frames(error.__traceback__)
    print(sum(len(frame.f_locals) for frame in list(frames(error))[1:]))
