# A generator or coroutine that runs refers to its variables.
import gc


class Thing:
    pass


async def coroutine():
    thing = Thing()
    return gc.get_referrers(thing)


def generator():
    thing = Thing()
    yield gc.get_referrers(thing)


made = coroutine()
try:
    made.send(None)
except StopIteration as stop:
    print(stop.value == [made])
made = generator()
print(next(made) == [made])
