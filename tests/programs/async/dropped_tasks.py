"""Tasks that are dropped while they wait are told of, and only those."""

import asyncio
import gc


async def sleeps():
    await asyncio.sleep(1)


async def done():
    return 1


def told(loop, context):
    task = context.get("task") or context.get("future")
    print(context["message"], task.get_name(), task.done())


def with_their_loop():
    loop = asyncio.new_event_loop()
    loop.set_exception_handler(told)
    task = asyncio.Task(sleeps(), loop=loop, name="waits")
    loop.run_until_complete(loop.create_task(done()))
    assert not task.done()
    loop.close()


def never_begun():
    loop = asyncio.new_event_loop()
    loop.set_exception_handler(told)
    loop.close()
    coroutine = sleeps()
    try:
        asyncio.Task(coroutine, loop=loop, name="refused")
    except RuntimeError as error:
        print(error)
    coroutine.close()


class Finalized(asyncio.Task):
    def __del__(self):
        print("finalized", self.get_name(), self.done())


def of_a_class():
    loop = asyncio.new_event_loop()
    loop.set_exception_handler(told)
    task = Finalized(done(), loop=loop, name="own")
    print(loop.run_until_complete(task))
    del task
    gc.collect()
    loop.close()


async def fails():
    raise KeyError("unheard")


def unheard(loop, context):
    print(context["message"], repr(context["exception"]))


def failed():
    loop = asyncio.new_event_loop()
    loop.set_exception_handler(unheard)
    task = loop.create_task(fails())
    loop.run_until_complete(asyncio.sleep(0.01))
    del task
    gc.collect()
    loop.close()


for program in (with_their_loop, never_begun, of_a_class, failed):
    program()
    gc.collect()
    print("end of", program.__name__)
