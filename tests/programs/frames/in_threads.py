# Threads that change the same object keep their frames apart, also where transactions are undone.
import sys
import threading

shared = {"count": 0}
lock = threading.Lock()
wrong = []


def check(condition, what):
    if not condition:
        wrong.append(what)


def counted(depth):
    frame = sys._getframe()
    before = frame.f_lineno
    with lock:
        shared["count"] += 1
    check(frame is sys._getframe(), "the same")
    check(frame.f_lineno > before, "the line")
    if depth:
        inner = counted(depth - 1)
        check(inner.f_back is frame, "the caller")
        check(inner.f_locals["depth"] == depth - 1, "the variables")
    return frame


def steps(limit):
    frame = sys._getframe()
    for number in range(limit):
        shared["last"] = number
        yield number
        check(frame is sys._getframe(), "of a generator")
        check(frame.f_locals["number"] == number, "variable of a generator")


def work(own):
    outer = sys._getframe()
    for turn in range(30):
        check(counted(5).f_back is outer, "outermost")
        made = steps(20)
        next(made)
        check(made.gi_frame.f_locals["limit"] == 20, "suspended")
        check(sum(made) == 190, "sum")
        try:
            raises(turn)
        except ValueError as error:
            check(error.__traceback__.tb_next.tb_frame is error.frame, "raised")
    check(outer.f_locals["own"] == own, "own")


def raises(turn):
    error = ValueError(turn)
    error.frame = sys._getframe()
    raise error


threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(shared["count"], sorted(set(wrong)))
# The frame of another thread is told as it was when it was asked for.
found = []
ready, done = threading.Event(), threading.Event()


def waits(value):
    found.append(sys._getframe())
    ready.set()
    done.wait()


thread = threading.Thread(target=waits, args=(1,))
thread.start()
ready.wait()
print(found[0].f_code.co_name, found[0].f_lineno >= waits.__code__.co_firstlineno)
done.set()
thread.join()
print(sorted(found[0].f_locals))
