# A coroutine that is never awaited is told of when it goes away.

import gc, warnings

async def never():
    return 1

async def other():
    try:
        return 2
    finally:
        pass

def run(coroutine):
    try:
        coroutine.send(None)
    except StopIteration as stop:
        return stop.value

async def main():
    return await never() + await other()

def shown(make):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        make()
        gc.collect()
    return [f"{item.category.__name__}: {item.message}" for item in caught]

def dropped():
    never()
    other()

def run_both():
    run(main())
    first, second = never(), other()
    run(first), run(second)

def closed():
    for coroutine in never(), other():
        coroutine.close()

def thrown():
    for coroutine in never(), other():
        try:
            coroutine.throw(ValueError)
        except ValueError:
            pass

def many():
    waiting = [never() for _ in range(5)]
    for coroutine in waiting[:-1]:
        run(coroutine)

class Named:
    async def method(self):
        pass

for case in dropped, run_both, closed, thrown, many, lambda: Named().method():
    print(case.__name__, sorted(shown(case)))
print(never.__name__, (coroutine := never()).cr_origin)
coroutine.close()
