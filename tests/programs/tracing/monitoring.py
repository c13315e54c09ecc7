"""Events of `sys.monitoring`: which come, in which order, and who hears no more of them."""

import sys
import threading

mon = sys.monitoring
E = mon.events
TOOL = 3
told = []
base = 0


def name_of(event):
    return next(name for name, bit in vars(E).items() if bit == event)


def listen(events, answer=None, local=None):
    """Registers functions for all events of a set."""
    mon.use_tool_id(TOOL, "test")
    for name, event in vars(E).items():
        if event & events:
            def heard(code, place, *value, name=name):
                if code.co_filename == __file__ and code is not stop.__code__:
                    where = place - code.co_firstlineno if name == "LINE" else "-"
                    shown = [v if isinstance(v, (int, str, type(None))) else type(v).__name__
                             for v in value]
                    told.append((name, code.co_name, where, *shown))
                return answer
            mon.register_callback(TOOL, event, heard)
    if local is None:
        mon.set_events(TOOL, events)
    else:
        mon.set_local_events(TOOL, local, events)


def stop():
    mon.free_tool_id(TOOL)
    for event in told:
        print("  ", *event)
    told.clear()


def plain(x):
    total = 0
    for i in range(x):
        if i == 1:
            continue
        total += i
    while total < 5:
        total += 3
    return total


def straight(x):
    total = x
    for i in range(x):
        total += i
    return total


def choice(flag):
    if flag:
        len("a")
    else:
        len("b")


def passing(values):
    for value in values:
        if value:
            pass
        else:
            continue


def empty():
    pass


def gen(n):
    got = yield n
    yield from [got, 2]
    return "end"


def catching():
    try:
        raising(3)
    except ValueError:
        return "caught"
    finally:
        len("")


def raising(x):
    y = x + 1
    raise ValueError(y)


print("lines")
listen(E.LINE)
plain(3)
stop()

print("lines without operations of their own")
listen(E.LINE)
choice(True)
choice(False)
passing([0, 1])
empty()
stop()

print("starts and returns")
listen(E.PY_START | E.PY_RETURN | E.PY_RESUME | E.PY_YIELD)
plain(2)
g = gen(1)
next(g)
g.send("sent")
print(list(g))
stop()

print("exceptions")
listen(E.RAISE | E.PY_UNWIND | E.EXCEPTION_HANDLED | E.PY_START | E.PY_RETURN)
catching()
stop()
listen(E.LINE)
catching()
stop()
listen(E.PY_UNWIND | E.PY_THROW)
g = gen(1)
next(g)
try:
    g.throw(KeyError("k"))
except KeyError:
    pass
stop()

print("disabled")
listen(E.LINE | E.PY_START, mon.DISABLE)
straight(3)
straight(3)
print(len(told))
mon.restart_events()
straight(1)
print(len(told))
stop()

print("of one code object")
listen(E.LINE, None, raising.__code__)
print(mon.get_local_events(TOOL, raising.__code__) == E.LINE, mon.get_events(TOOL))
catching()
plain(2)
stop()

print("other threads")
listen(E.PY_START)
threads = [threading.Thread(target=plain, args=(1,)) for _ in range(2)]
for t in threads:
    t.start()
for t in threads:
    t.join()
stop()

ready, go = threading.Event(), threading.Event()


def waits():
    ready.set()
    go.wait()
    plain(0)


print("a thread that runs already")
thread = threading.Thread(target=waits)
thread.start()
ready.wait()
listen(E.PY_START)
go.set()
thread.join()
stop()

spins = True
done = 0


def spinning():
    global done
    ready.set()
    while spins:
        done = called()


def called():
    return 1


print("a thread that never waits")
ready.clear()
thread = threading.Thread(target=spinning)
thread.start()
ready.wait()
heard = threading.Event()
mon.use_tool_id(TOOL, "test")
mon.register_callback(TOOL, E.PY_START, lambda code, _: code is called.__code__ and heard.set())
mon.set_events(TOOL, E.PY_START)
print(heard.wait(20))
spins = False
thread.join()
stop()

print("functions that raise")


def fails(*arguments):
    raise RuntimeError("from the tool")


mon.use_tool_id(TOOL, "test")
mon.register_callback(TOOL, E.PY_RETURN, fails)
mon.set_local_events(TOOL, plain.__code__, E.PY_RETURN)
try:
    plain(1)
except RuntimeError as error:
    print(error)
stop()
listen(E.RAISE, mon.DISABLE)
try:
    raising(1)
except ValueError as error:
    print(error, "/", repr(error.__context__))
stop()
plain(1)


def attempt(function, *arguments):
    try:
        print(function(*arguments))
    except Exception as error:
        print(type(error).__name__, error)


print("wrong arguments")
attempt(mon.use_tool_id, 1, 3)
attempt(mon.use_tool_id, 9, "x")
attempt(mon.use_tool_id, "a", "x")
attempt(mon.use_tool_id, 1, "x")
attempt(mon.use_tool_id, 1, "y")
attempt(mon.get_tool, 1)
attempt(mon.get_tool, -1)
attempt(mon.set_events, 2, 1)
attempt(mon.set_events, 1, 1 << 20)
attempt(mon.set_events, 1, E.C_RETURN)
attempt(mon.set_events, 1, "a")
attempt(mon.get_events, 1)
attempt(mon.get_events, 2)
attempt(mon.set_local_events, 1, 3, 1)
attempt(mon.set_local_events, 1, plain.__code__, E.RAISE)
attempt(mon.set_local_events, 2, plain.__code__, E.LINE)
attempt(mon.register_callback, 1, 3, None)
attempt(mon.register_callback, 1, 1 << 20, None)
attempt(mon.register_callback, 1, E.LINE, None)
attempt(mon.free_tool_id, 1)
attempt(mon.get_tool, 1)
attempt(mon.restart_events)
attempt(mon._all_events)
print(plain(4))
