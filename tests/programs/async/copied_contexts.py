"""A copy of a context and its original do not see each other's changes, whoever is changed first."""

import asyncio
import contextvars
import logging

first = contextvars.ContextVar("first", default="none")
second = contextvars.ContextVar("second")


def values(context):
    return sorted((variable.name, value) for variable, value in context.items())


def set_both(one, two):
    first.set(one)
    second.set(two)


original = contextvars.Context()
original.run(set_both, 1, 2)
copies = [original.copy() for _ in range(3)]
again = copies[0].copy()
copies[0].run(first.set, "copy")
original.run(first.set, "original")
again.run(second.set, "again")
for context in (original, *copies, again):
    print(values(context), len(context), first in context, context.get(second))
print(original == copies[1], copies[1] == copies[2], original == original.copy())


def resets():
    token = first.set("inside")
    copy = contextvars.copy_context()
    first.reset(token)
    print(first.get(), copy[first], values(copy))
    token = second.set("other")
    copy = contextvars.copy_context()
    copy.run(second.set, "of the copy")
    print(second.get(), copy[second])
    copy = contextvars.copy_context()
    second.reset(token)
    try:
        print(second.get())
    except LookupError:
        print("nothing", copy[second])
    token = second.set("once more")
    copy = contextvars.copy_context()
    try:
        copy.run(second.reset, token)
    except ValueError as error:
        print(str(error)[-30:], copy[second])


contextvars.Context().run(resets)


def views():
    first.set(1)
    context = contextvars.copy_context()
    keys, items = iter(context), context.items()
    context.run(second.set, 2)
    print([variable.name for variable in keys], len(list(items)) <= 2)


contextvars.Context().run(views)


async def child(number):
    before = first.get()
    first.set(number)
    await asyncio.sleep(0)
    return before, first.get()


async def main():
    first.set("main")
    print(await asyncio.gather(*(child(number) for number in range(4))))
    print(first.get())
    handle_values = []
    loop = asyncio.get_running_loop()
    loop.call_soon(lambda: handle_values.append(first.get()))
    context = contextvars.copy_context()
    context.run(first.set, "given")
    loop.call_soon(lambda: handle_values.append(first.get()), context=context)
    loop.call_soon(first.set, "in the context", context=context)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    print(handle_values, first.get(), context[first])


def entered(context):
    """A context that is entered already refuses a handle; the log says so."""
    logging.disable()
    loop = asyncio.new_event_loop()
    loop.call_soon(print, "never", context=context)
    loop.run_until_complete(asyncio.sleep(0))
    loop.close()
    print("not called")


asyncio.run(main())
context = contextvars.copy_context()
context.run(entered, context)
