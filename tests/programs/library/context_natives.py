"""Context variables by natives: values, defaults, tokens, contexts, threads, errors."""

import threading
from contextvars import Context, ContextVar, Token, copy_context

plain, given = ContextVar("plain"), ContextVar("given", default=None)
print(given.get(), given.get(3), plain.get("other"), "default" in repr(plain), "default=None" in repr(given))
try:
    plain.get()
except LookupError as error:
    print(type(error), error.args == (plain,))

token = plain.set(1)
print(token.old_value is Token.MISSING, token.var is plain, plain.get(), plain.get(5))
second = plain.set(None)
print(second.old_value, plain.get(), plain.get(7))
plain.reset(second)
print(plain.get())
for work in lambda: plain.reset(second), lambda: given.reset(token):
    try:
        work()
    except (RuntimeError, ValueError) as error:
        print(type(error).__name__)
plain.reset(token)
print(plain.get("gone"))

with given.set(4):
    print(given.get())
print(given.get())


def inside():
    token = given.set(9)
    return given.get(), plain.get(0), token.old_value


context = copy_context()
print(context.run(inside), given.get(), context[given], len(context))
print(Context().run(inside), Context().run(given.get))
for wrong in (lambda: given.get(1, 2), lambda: given.set(), lambda: ContextVar.get(), lambda: ContextVar.get(3)):
    try:
        print(wrong())
    except (TypeError, LookupError) as error:
        print(type(error).__name__)


def worker(number, results):
    for step in range(300):
        token = given.set((number, step))
        assert given.get() == (number, step)
        if step % 3:
            given.reset(token)
    results[number] = given.get()


results = {}
threads = [threading.Thread(target=worker, args=(number, results)) for number in range(3)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(sorted(results.items()), given.get())
