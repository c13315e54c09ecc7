# A generator that a collection closes in a traced thread: its `finally` block runs, and is traced.
import gc
import sys

events = []


def generator():
    try:
        yield 1
    finally:
        done.append("finally")


def trace(frame, event, argument):
    if frame.f_code.co_name == "generator":
        kind = argument[0].__name__ if event == "exception" else None
        events.append((event, frame.f_lineno - generator.__code__.co_firstlineno, kind))
    return trace


def leave():
    any(generator())
    # (What lay in the frames may stay for a while.)
    return [None] * 100


def collect():
    gc.collect()
    return 1


done = []
for _ in range(20):
    leave()
    sys.settrace(trace)
    collect()
    sys.settrace(None)
    events_of_end = events[:]
    events.clear()
gc.collect()
print(len(done), set(done))


def thrown():
    made = generator()
    next(made)
    try:
        made.throw(KeyError("x"))
    except KeyError as error:
        print(repr(error))
    made = generator()
    next(made)
    made.close()


sys.settrace(trace)
thrown()
sys.settrace(None)
print([event for event in events if event[0] != "line"])
print(len(done))


# The one that is closed lies in a frame that nothing has told the collector of yet.
def trace_with_generator(frame, event, argument):
    (item for item in [1])
    return trace_with_generator


sys.settrace(trace_with_generator)
leave()
sys.settrace(None)
sys.settrace(trace)
collect()
sys.settrace(None)
gc.collect()
print(len(done))
