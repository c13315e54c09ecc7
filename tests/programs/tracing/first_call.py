# The first call of a function is told of as all others are.
import sys


def traced(a, b):
    "Its text."
    try:
        return [x + b for x in a]
    finally:
        b = None


def made(n):
    for i in range(n):
        yield i


def raises():
    raise ValueError("told")


events = []


def tracer(frame, event, argument):
    if frame.f_code.co_filename == __file__:
        frame.f_trace_opcodes = False
        line = frame.f_lineno - frame.f_code.co_firstlineno
        events.append((event, frame.f_code.co_name, line, sorted(frame.f_locals)))
    return tracer


def told(call):
    events.clear()
    sys.settrace(tracer)
    try:
        call()
    except ValueError:
        pass
    sys.settrace(None)
    return [event for event in events if event[1] != "<lambda>"]


for call in (lambda: traced([1, 2], 3), lambda: list(made(2)), lambda: raises()):
    first, second = told(call), told(call)
    print(first == second)
    for event, name, line, _ in first:
        if event != "line":
            print(event, name, line if event == "call" else "")


def opcodes(call):
    count = 0

    def counter(frame, event, argument):
        nonlocal count
        frame.f_trace_opcodes = True
        count += event == "opcode"
        return counter

    sys.settrace(counter)
    call()
    sys.settrace(None)
    return count


def counted(a):
    return a + 1


print(opcodes(lambda: counted(1)) == opcodes(lambda: counted(1)))
before = sys.getprofile()
calls = []
sys.setprofile(lambda frame, event, argument: calls.append((event, frame.f_code.co_name)))
late = (lambda: 5)()
sys.setprofile(before)
print(late, calls[:2])
