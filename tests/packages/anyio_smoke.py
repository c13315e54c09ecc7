# anyio: groups of tasks, streams, limits, cancellation, threads that call back, sockets.
import anyio
from anyio import from_thread, to_thread


async def worker(receive, results):
    async with receive:
        async for n in receive:
            results.append(await to_thread.run_sync(pow, n, 2))


async def echo(stream):
    async with stream:
        async for data in stream:
            await stream.send(data.upper())


async def back(x):
    await anyio.sleep(0)
    return x * 2


async def main():
    send, receive = anyio.create_memory_object_stream(3)
    results = []
    async with anyio.create_task_group() as group:
        for _ in range(3):
            group.start_soon(worker, receive.clone(), results)
        receive.close()
        async with send:
            for n in range(10):
                await send.send(n)
    print(sorted(results))
    with anyio.move_on_after(0.05) as scope:
        await anyio.sleep(10)
    print(scope.cancelled_caught)
    try:
        with anyio.fail_after(0.05):
            await anyio.sleep_forever()
    except TimeoutError:
        print("late")
    try:
        async with anyio.create_task_group() as group:
            group.start_soon(anyio.sleep, 10)
            raise KeyError("out")
    except* KeyError as errors:
        print(errors.exceptions)
    print(await to_thread.run_sync(lambda: from_thread.run(back, 21)))
    async with await anyio.create_tcp_listener(local_host="127.0.0.1") as listener, anyio.create_task_group() as group:
        group.start_soon(listener.serve, echo)
        port = listener.extra(anyio.abc.SocketAttribute.local_port)
        async with await anyio.connect_tcp("127.0.0.1", port) as stream:
            await stream.send(b"hello")
            print(await stream.receive())
        group.cancel_scope.cancel()
    limiter = anyio.CapacityLimiter(1)
    async with limiter:
        print(limiter.borrowed_tokens, limiter.available_tokens)
    done = await anyio.run_process(["cat"], input=b"through")
    print(done.stdout)
    async with anyio.TemporaryDirectory() as folder:
        path = anyio.Path(folder) / "a.txt"
        await path.write_text("kept")
        print(await path.read_text(), [p.name async for p in anyio.Path(folder).iterdir()])


anyio.run(main)
