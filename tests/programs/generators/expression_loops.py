# Generator expressions with several loops that yield the variable of an outer one: what is sent in
# at a yield goes into no variable.

print(list(x for x in "ab" for _ in range(2)))
print(list(x for x, count in [("a", 2), ("b", 3)] for _ in range(count)))
print(list(y for x in range(2) for y in (x, 5) for z in "ab"))
print(list(x for x in range(3) for _ in range(2) if x))
print(sum(x for x in range(4) for _ in range(x)))


def inside(pairs):
    scale = 3
    return (key for key, count in pairs for _ in range(count) if key * scale)


print(list(inside([("a", 2), ("", 2), ("c", 1)])))

# The outermost loop's variable is asked again in the next test of an inner loop.
print(list(x for x in range(3) for y in range(3) if x != y))
sending = (x for x in "ab" for _ in range(2))
print(next(sending), sending.send("sent"), sending.send("sent"), sending.send("sent"))


async def times(count):
    for at in range(count):
        yield at


async def collect():
    print([item async for item in (x async for x in times(3) for _ in "ab")])
    print([item async for item in (x for x in "ab" async for _ in times(2))])


def run(coroutine):
    try:
        coroutine.send(None)
    except StopIteration as stop:
        return stop.value


run(collect())
