# Contexts know variables alone as keys; the classes have no classes below them.
import contextvars

context = contextvars.copy_context()
for ask in (lambda: context[1], lambda: 1 in context, lambda: context.get("name")):
    try:
        print(ask())
    except TypeError as error:
        print("TypeError:", error)
for base in (contextvars.Context, contextvars.ContextVar, contextvars.Token):
    try:
        type("Below", (base,), {})
        print("made")
    except TypeError:
        print("TypeError")
print(contextvars.Token[int], contextvars.ContextVar[str])


class Unhashable(str):
    __hash__ = None


try:
    contextvars.ContextVar(Unhashable("name"))
except TypeError:
    print("TypeError")
