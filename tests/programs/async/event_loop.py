# A small event loop: tasks, futures, queues, locks, gathering, cancelling.


class deque:
    def __init__(self):
        self.items = []

    def append(self, item):
        self.items.append(item)

    def popleft(self):
        return self.items.pop(0)

    def __len__(self):
        return len(self.items)


class Future:
    def __init__(self, loop):
        self.loop, self.done, self.value, self.error, self.waiters = loop, False, None, None, []

    def set_result(self, value):
        self.done, self.value = True, value
        self.wake()

    def set_exception(self, error):
        self.done, self.error = True, error
        self.wake()

    def wake(self):
        for task in self.waiters:
            self.loop.ready.append((task, None))
        self.waiters = []

    def __await__(self):
        if not self.done:
            yield self
        if self.error is not None:
            raise self.error
        return self.value


class Cancelled(BaseException):
    pass


class Task(Future):
    count = 0

    def __init__(self, loop, coro):
        super().__init__(loop)
        Task.count += 1
        self.name = f"task{Task.count}"
        self.coro = coro
        loop.ready.append((self, None))

    def step(self, error):
        if self.done:
            return
        try:
            if error is None:
                waits = self.coro.send(None)
            else:
                waits = self.coro.throw(error)
        except StopIteration as e:
            self.set_result(e.value)
        except Cancelled:
            self.set_exception(Cancelled())
        except Exception as e:
            self.set_exception(e)
        else:
            if waits is None:
                self.loop.ready.append((self, None))
            else:
                waits.waiters.append(self)

    def cancel(self):
        self.loop.ready.append((self, Cancelled()))


class Loop:
    def __init__(self):
        self.ready = deque()
        self.time = 0
        self.timers = []

    def create_task(self, coro):
        return Task(self, coro)

    def run(self, coro):
        main = self.create_task(coro)
        while not main.done:
            if self.ready:
                task, error = self.ready.popleft()
                task.step(error)
            else:
                self.timers.sort(key=lambda t: t[0])
                self.time, future = self.timers.pop(0)
                future.set_result(None)
        if main.error:
            raise main.error
        return main.value


loop = Loop()


class Pause:
    def __await__(self):
        yield None


async def sleep(delay):
    future = Future(loop)
    loop.timers.append((loop.time + delay, future))
    await future


async def gather(*coros):
    tasks = [loop.create_task(c) for c in coros]
    return [await t for t in tasks]


async def worker(name, delay, n):
    for i in range(n):
        await sleep(delay)
        print(loop.time, name, i)
    return name


async def main():
    print(await gather(worker("a", 2, 3), worker("b", 3, 2), worker("c", 5, 1)))

    async def fails():
        await Pause()
        raise ValueError("task failed")

    try:
        await gather(fails())
    except ValueError as e:
        print("caught", e)

    queue, getters = deque(), deque()

    async def put(x):
        await Pause()
        queue.append(x)
        if getters:
            getters.popleft().set_result(None)

    async def get():
        while not queue:
            future = Future(loop)
            getters.append(future)
            await future
        return queue.popleft()

    async def producer():
        for i in range(4):
            await put(i * i)
        await put(None)

    async def items():
        while (x := await get()) is not None:
            yield x

    async def consumer():
        return [x async for x in items()]

    print(await gather(producer(), consumer()))

    class Lock:
        def __init__(self):
            self.held, self.waiting = False, deque()

        async def __aenter__(self):
            while self.held:
                future = Future(loop)
                self.waiting.append(future)
                await future
            self.held = True

        async def __aexit__(self, *args):
            self.held = False
            if self.waiting:
                self.waiting.popleft().set_result(None)

    lock = Lock()
    inside = []

    async def critical(name):
        async with lock:
            inside.append(("in", name))
            await Pause()
            await Pause()
            inside.append(("out", name))

    await gather(*(critical(i) for i in range(3)))
    print(inside)

    async def sleeper():
        try:
            await sleep(1000)
        except Cancelled:
            print("cancelled at", loop.time)
            raise
        finally:
            print("cleanup")

    task = loop.create_task(sleeper())
    await Pause()
    task.cancel()
    try:
        await task
    except Cancelled:
        print("saw the cancellation")

    async def fib(n):
        if n < 2:
            await Pause()
            return n
        a, b = await gather(fib(n - 1), fib(n - 2))
        return a + b

    print(await fib(7))
    return "main result"


print(loop.run(main()), Task.count)
