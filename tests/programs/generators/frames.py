# What a suspended generator or coroutine says of its frame.
import inspect
def g(a, b=2):
    c = a + b
    def h(): return c
    yield c
    d = 1
    yield h
i = g(1)
print(i.gi_code.co_name, i.gi_frame.f_lineno - g.__code__.co_firstlineno, inspect.getgeneratorlocals(i), inspect.getgeneratorstate(i), i.gi_running, i.gi_yieldfrom)
next(i); print(inspect.getgeneratorstate(i), i.gi_frame.f_lineno - g.__code__.co_firstlineno)
list(i); print(i.gi_frame, inspect.getgeneratorlocals(i), inspect.getgeneratorstate(i))
async def co(x):
    return x
c = co(1); print(c.cr_code.co_name, inspect.getcoroutinelocals(c), inspect.getcoroutinestate(c), c.cr_frame is not None, c.cr_await); c.close(); print(c.cr_frame, inspect.getcoroutinestate(c))
async def ag(): yield 1
a = ag(); print(a.ag_code.co_name, a.ag_frame is not None, inspect.getasyncgenstate(a))
