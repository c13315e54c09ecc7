# Tasks and futures whose common cases are done by natives, and each case that is not common: loops with their own
# `call_soon`, debug mode, subclasses, several callbacks, cancellation at each place, loops in two threads.
import asyncio
import contextvars
import threading
import _asyncio

print(asyncio.Task is _asyncio.Task, asyncio.Future is _asyncio.Future, asyncio.Task.__mro__)
print(asyncio.tasks._CTask is asyncio.Task, asyncio.futures._CFuture is asyncio.Future)


def attempt(what, function, *arguments):
    try:
        print(what, function(*arguments))
    except BaseException as error:
        print(what, type(error).__name__, error)


async def value(result=1, turns=0):
    for _ in range(turns):
        await asyncio.sleep(0)
    return result


async def failing(error, turns=0):
    await value(turns=turns)
    raise error


class Loop(asyncio.SelectorEventLoop):
    calls = 0

    def call_soon(self, callback, *args, context=None):
        self.calls += 1
        return super().call_soon(callback, *args, context=context)


class InnerLoop(asyncio.SelectorEventLoop):
    calls = 0

    def _call_soon(self, callback, args, context):
        self.calls += 1
        return super()._call_soon(callback, args, context)


async def some_tasks():
    tasks = [asyncio.create_task(value(number, number)) for number in range(5)]
    print(await asyncio.gather(*tasks, return_exceptions=True))
    future = asyncio.get_running_loop().create_future()
    asyncio.get_running_loop().call_soon(future.set_result, "set")
    print(await future, await future, future.result())


def own_loops():
    asyncio.run(some_tasks())
    asyncio.run(some_tasks(), debug=True)
    for factory in (Loop, InnerLoop):
        loops = []

        def make():
            loops.append(factory())
            return loops[0]

        with asyncio.Runner(loop_factory=make) as runner:
            runner.run(some_tasks())
        print(factory.__name__, loops[0].calls > 15)
    loop = asyncio.new_event_loop()
    seen = []
    usual = loop.call_soon
    loop.call_soon = lambda callback, *args, context=None: (seen.append(1), usual(callback, *args, context=context))[1]
    loop.run_until_complete(some_tasks())
    print("replaced", len(seen) > 15)
    loop.close()
    attempt("closed", loop.call_soon, print)
    attempt("closed", loop.create_future().set_result, 1)


async def callbacks():
    loop = asyncio.get_running_loop()
    order = []
    for count in range(4):
        future = loop.create_future()
        functions = [lambda done, number=number: order.append((number, done.result())) for number in range(count)]
        for function in functions:
            future.add_done_callback(function)
        print(count, len(future._callbacks or ()))
        if count == 3:
            print(future.remove_done_callback(functions[1]), future.remove_done_callback(functions[1]))
        future.set_result(count)
        print(future._callbacks)
        await asyncio.sleep(0)
    print(order)
    late = loop.create_future()
    late.set_result(5)
    late.add_done_callback(lambda done: order.append("late"))
    attempt("again", late.set_result, 6)
    for arguments in ((), (1, 2)):
        try:
            late.set_result(*arguments)
        except TypeError as error:
            print(type(error).__name__)
    await asyncio.sleep(0)
    print(order[-1])
    both = loop.create_future()
    waiting = [asyncio.create_task(_waits(both)) for _ in range(3)]
    await asyncio.sleep(0)
    print(sorted(task.get_name() for task in both._asyncio_awaited_by) == sorted(t.get_name() for t in waiting))
    both.set_result("for all")
    print(await asyncio.gather(*waiting), both._asyncio_awaited_by)


async def _waits(future):
    return await future


async def errors():
    loop = asyncio.get_running_loop()
    for error in (ValueError("bad"), StopIteration(3), asyncio.CancelledError("cancelled inside")):
        task = asyncio.create_task(failing(error, 1))
        try:
            await task
        except BaseException as raised:
            print(type(raised).__name__, raised, type(raised.__cause__).__name__, task.cancelled())
    for wrong in (5, int, None, ValueError):
        future = loop.create_future()
        attempt("exception", future.set_exception, wrong)
        attempt("exception", future.exception)
    task = asyncio.create_task(value())
    attempt("task", task.set_result, 1)
    attempt("task", task.set_exception, ValueError())
    attempt("task", task.result)
    await task
    attempt("no coroutine", asyncio.Task, 5)
    attempt("no coroutine", loop.create_task, 5)

    other = asyncio.new_event_loop()
    foreign = other.create_future()
    for awaitable in (foreign, _Yields(None), _Yields(5), _Yields(loop.create_future()), _Yields(x for x in ())):
        try:
            print(await asyncio.create_task(_waits(awaitable)))
        except RuntimeError as error:
            print(str(error).split("<")[0].split("Task-")[0])
    other.close()

    async def awaits_itself():
        await asyncio.current_task()

    try:
        await asyncio.create_task(awaits_itself())
    except RuntimeError as error:
        print(str(error).split(":")[0])


class _Yields:
    def __init__(self, what):
        self.what = what

    def __await__(self):
        return (yield self.what)


async def cancellation():
    async def stubborn(log):
        for _ in range(2):
            try:
                await asyncio.sleep(10)
            except asyncio.CancelledError as error:
                log.append((str(error), asyncio.current_task().cancelling()))
        log.append(asyncio.current_task().uncancel())
        return "survived"

    log = []
    task = asyncio.create_task(stubborn(log))
    await asyncio.sleep(0)
    for message in ("one", "two"):
        print(task.cancel(message), task.cancelling())
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    print(await task, log, task.cancelling(), task.cancel(), task.uncancel(), task.uncancel())

    early = asyncio.create_task(value())
    early.cancel("before it began")
    try:
        await early
    except asyncio.CancelledError as error:
        print("early", error, early.cancelled(), early._cancel_message)

    inner = asyncio.get_running_loop().create_future()
    outer = asyncio.create_task(_waits(inner))
    await asyncio.sleep(0)
    outer.cancel()
    await asyncio.wait([outer])
    print(inner.cancelled(), outer.cancelled(), inner)

    async def cancels_itself():
        asyncio.current_task().cancel()
        return 5

    task = asyncio.create_task(cancels_itself())
    await asyncio.wait([task])
    print(task.cancelled())
    try:
        async with asyncio.timeout(0.01):
            await asyncio.sleep(10)
    except TimeoutError:
        print("timeout", asyncio.current_task().cancelling())
    try:
        async with asyncio.TaskGroup() as group:
            slow = group.create_task(asyncio.sleep(10))
            group.create_task(failing(ValueError("in the group"), 1))
    except* ValueError as raised:
        print(raised.exceptions, slow.cancelled())


async def names_and_contexts():
    variable = contextvars.ContextVar("variable", default=0)

    async def sets(number):
        variable.set(variable.get() + number)
        await asyncio.sleep(0)
        return variable.get()

    variable.set(10)
    context = contextvars.copy_context()
    tasks = [asyncio.create_task(sets(1)), asyncio.create_task(sets(2), context=context, name=7),
             asyncio.create_task(sets(3), name="named")]
    print(await asyncio.gather(*tasks), variable.get(), context[variable])
    first, second = asyncio.create_task(value()), asyncio.create_task(value())
    print(int(second.get_name()[5:]) - int(first.get_name()[5:]), [task.get_name() for task in tasks[1:]])
    first.set_name(5)
    print(first.get_name(), asyncio.current_task() in asyncio.all_tasks(), len(asyncio.all_tasks()))
    await asyncio.gather(first, second)
    print(len(asyncio.all_tasks()), first.get_coro() is not None, first._fut_waiter, first._must_cancel)

    class Special(asyncio.Task):
        extra = "of the class"

        def __init__(self, *args, **kwargs):
            self.before = 1
            super().__init__(*args, **kwargs)

    loop = asyncio.get_running_loop()
    loop.set_task_factory(lambda loop, coro, **kwargs: Special(coro, loop=loop, **kwargs))
    print(await asyncio.gather(*(asyncio.create_task(value(number, 1)) for number in range(3))))
    made = asyncio.create_task(value())
    print(type(made).__name__, made.extra, made.before, await made)
    loop.set_task_factory(asyncio.eager_task_factory)
    eager = asyncio.create_task(value("at once"))
    print(eager.done(), eager.result(), await asyncio.create_task(value("later", 2)))
    loop.set_task_factory(None)


def in_threads():
    results = {}

    def run(number):
        async def everything():
            queue = asyncio.Queue(3)

            async def produce():
                for item in range(200):
                    await queue.put(item)
                await queue.put(None)

            async def consume():
                total = 0
                while (item := await queue.get()) is not None:
                    total += item
                return total

            return await asyncio.gather(produce(), consume(), *(value(item, 2) for item in range(20)))

        results[number] = sum(result or 0 for result in asyncio.run(everything()))

    threads = [threading.Thread(target=run, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(sorted(results.items()))


async def unretrieved():
    loop = asyncio.get_running_loop()
    told = []
    loop.set_exception_handler(lambda loop, context: told.append((context["message"], str(context.get("exception")))))
    for asked in (True, False):
        future = loop.create_future()
        future.set_exception(ValueError(f"asked {asked}"))
        print(future._log_traceback, future._exception)
        if asked:
            future.exception()
        print(future._log_traceback)
        del future
    import gc

    await asyncio.sleep(0)
    gc.collect()
    await asyncio.sleep(0)
    print(told)
    loop.call_soon(lambda: 1 / 0)
    await asyncio.sleep(0)
    print(told[-1][1])


own_loops()
for part in (callbacks, errors, cancellation, names_and_contexts, unretrieved):
    print("--", part.__name__)
    asyncio.run(part())
print("--", in_threads.__name__)
in_threads()
