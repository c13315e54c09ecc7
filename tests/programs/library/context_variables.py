"""Context variables, tokens and contexts: what they show and how they compare."""
import contextvars
import re
import threading


def shown(value):
    return re.sub("0x[0-9a-f]+", "0x", repr(value))


number = contextvars.ContextVar("number", default=1)
bare = contextvars.ContextVar("bare")
print(shown(number), shown(bare), number.get(), bare.get("absent"))
token = number.set(2)
print(shown(token), token.old_value, token.var is number)
number.reset(token)
print(shown(token), number.get())
for call in (lambda: number.reset(token), bare.get, lambda: bare.reset(number.set(5))):
    try:
        print(call())
    except (RuntimeError, LookupError, ValueError) as error:
        print(type(error).__name__, re.sub("0x[0-9a-f]+", "0x", str(error)))
first, second = contextvars.copy_context(), contextvars.copy_context()
print(first == second, first == {}, first.run(number.set, 9).old_value, first == second)
print(first[number], number.get(), contextvars.ContextVar[int])

seen = []


def look(value):
    seen.append((number.get(), value))
    number.set(value)


for value in range(3):
    thread = threading.Thread(target=look, args=(value,))
    thread.start()
    thread.join()
print(seen, number.get())
