# Trace and profile functions: the events of calls, lines, exceptions, returns and generators, what
# a function may answer, and that each thread has its own.
import bdb
import sys
import threading

events = []


def place(frame):
    return frame.f_lineno - frame.f_code.co_firstlineno


def tracer(frame, event, arg):
    told = arg[0].__name__ if event == "exception" else arg
    events.append((frame.f_code.co_name, event, place(frame), told))
    return tracer


def traced(function, *arguments, using=tracer):
    events.clear()
    sys.settrace(using)
    try:
        function(*arguments)
    except Exception as error:
        print("raised", type(error).__name__, error)
    finally:
        sys.settrace(None)
    print(function.__name__)
    for row in events:
        print("   ", *row)


def inner(a):
    b = a + 1
    return b


def outer():
    total = 0
    for i in range(2):
        total += inner(i)
    return total


def generate():
    yield 1
    received = yield 2
    return received


def use():
    found = []
    for item in generate():
        found.append(item)
    return found


def fails():
    raise KeyError(1)


def catches():
    try: fails()
    except KeyError:
        answer = "caught"
    return answer


def nested():
    return sorted([3, 1, 2], key=lambda item: -item)


for function in (outer, use, catches, fails, nested):
    traced(function)


# A function that answers None hears of no lines; one that raises is taken away.
def only_calls(frame, event, arg):
    events.append((frame.f_code.co_name, event))


def refuses(frame, event, arg):
    if frame.f_code is inner.__code__:
        raise ValueError("no")
    return refuses


traced(outer, using=only_calls)
traced(outer, using=refuses)
print(sys.gettrace())


# The local variables, the frames around, and one object for one frame.
def looks(frame, event, arg):
    if event == "return" and frame.f_code is inner.__code__:
        back = frame.f_back
        events.append((dict(frame.f_locals), back.f_code.co_name, place(back), back is seen[-1]))
    elif event == "call":
        seen.append(frame)
        if frame.f_code is inner.__code__:
            seen.pop()
    return looks


seen = []
traced(outer, using=looks)


# Profile functions hear of calls and returns.
def profiler(frame, event, arg):
    if event in ("call", "return"):
        events.append((frame.f_code.co_name, event, arg))


def profiled():
    sys.setprofile(profiler)
    outer()
    sys.setprofile(None)


events.clear()
profiled()
print(*events, sep="\n")

# Threads: those that begin later, and nobody else.
heard = []


def in_thread(frame, event, arg):
    if frame.f_code in (outer.__code__, inner.__code__):
        heard.append((event, place(frame)))
    return in_thread


threading.settrace(in_thread)
thread = threading.Thread(target=outer)
thread.start()
thread.join()
outer()
threading.settrace(None)
print(threading.gettrace(), heard)


# A debugger on top.
class Debugger(bdb.Bdb):
    def user_call(self, frame, arguments):
        print("call", frame.f_code.co_name)
        self.set_step()

    def user_line(self, frame):
        if frame.f_code in (outer.__code__, inner.__code__):
            print("line", frame.f_code.co_name, place(frame), sorted(frame.f_locals))
        self.set_step()

    def user_return(self, frame, value):
        print("return", frame.f_code.co_name, value)
        self.set_step()


Debugger().runcall(outer)
print(sys.gettrace(), sys.getprofile())
