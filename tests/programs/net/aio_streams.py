# Streams, cancelled tasks, timeouts, groups, threads, and two loops in two threads.
import asyncio
import socket
import threading


async def echo(reader, writer):
    while line := await reader.readline():
        writer.write(line.upper())
        await writer.drain()
    writer.close()


async def talk(address, name, count):
    reader, writer = await asyncio.open_connection(*address)
    lines = []
    for number in range(count):
        writer.write(f"{name} {number}\n".encode())
        lines.append((await reader.readline()).decode().strip())
    writer.close()
    await writer.wait_closed()
    return lines


async def streams():
    server = await asyncio.start_server(echo, "127.0.0.1", 0)
    address = server.sockets[0].getsockname()
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(talk(address, name, 5)) for name in ("a", "b", "c")]
    for task in tasks:
        print(task.result())
    server.close()
    await server.wait_closed()


async def cancelling():
    async def sleeper():
        try:
            await asyncio.sleep(1000)
        except asyncio.CancelledError:
            print("cancelled")
            raise
        finally:
            print("finally")

    task = asyncio.create_task(sleeper())
    await asyncio.sleep(0)
    task.cancel()
    try:
        await task
    except asyncio.CancelledError:
        print(task.cancelled())
    try:
        async with asyncio.timeout(0.01):
            await asyncio.sleep(1000)
    except TimeoutError:
        print("timeout")
    try:
        await asyncio.wait_for(asyncio.Event().wait(), 0.01)
    except TimeoutError:
        print("wait_for")
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(asyncio.sleep(1000))
            group.create_task(fails())
    except* ValueError as caught:
        print(caught.exceptions)
    print(await asyncio.gather(fails(), asyncio.sleep(0, 7), return_exceptions=True))


async def fails():
    raise ValueError("wrong")


async def threads():
    loop = asyncio.get_running_loop()
    print(await asyncio.to_thread(lambda: threading.current_thread() is threading.main_thread()))
    print(await loop.run_in_executor(None, sum, range(100)))
    future = loop.create_future()
    threading.Thread(target=loop.call_soon_threadsafe, args=(future.set_result, "set")).start()
    print(await future)
    left, right = socket.socketpair()
    left.setblocking(False)
    readable = asyncio.Event()
    loop.add_reader(left, readable.set)
    await loop.sock_sendall(right, b"x") if right.gettimeout() == 0 else right.send(b"x")
    await readable.wait()
    loop.remove_reader(left)
    print(await loop.sock_recv(left, 10))
    left.close()
    right.close()


async def eager():
    asyncio.get_running_loop().set_task_factory(asyncio.eager_task_factory)
    order = []

    async def child(name):
        order.append(name)
        await asyncio.sleep(0)
        order.append(name + " again")

    first = asyncio.create_task(child("one"))
    order.append("made")
    await first
    print(order)


async def queues():
    queue, seen = asyncio.Queue(2), []

    async def produce():
        for number in range(6):
            await queue.put(number)
        queue.shutdown()

    async def consume():
        try:
            while True:
                seen.append(await queue.get())
        except asyncio.QueueShutDown:
            pass

    await asyncio.gather(produce(), consume())
    print(seen)
    lock, inside = asyncio.Lock(), []

    async def critical(name):
        async with lock:
            inside.append(name)
            await asyncio.sleep(0)
            inside.append(name)

    await asyncio.gather(*[critical(number) for number in range(3)])
    print(inside)


async def unkept():
    # Nobody keeps these tasks but the loop.
    def begin(reader, writer):
        asyncio.create_task(echo(reader, writer))

    async with await asyncio.start_server(begin, "127.0.0.1", 0) as server:
        told = asyncio.Event()

        async def speak():
            lines = await talk(server.sockets[0].getsockname(), "unkept", 3)
            print(lines)
            told.set()

        asyncio.create_task(speak())
        await told.wait()


for part in (streams, unkept, cancelling, threads, eager, queues):
    asyncio.run(part())

# Two loops in two threads, which talk to servers of their own.
found = {}


def run(name):
    async def main():
        server = await asyncio.start_server(echo, "127.0.0.1", 0)
        async with server:
            found[name] = await talk(server.sockets[0].getsockname(), name, 20)

    asyncio.run(main())


both = [threading.Thread(target=run, args=(name,)) for name in ("left", "right")]
for one in both:
    one.start()
for one in both:
    one.join()
print(sorted((name, len(lines), lines[-1]) for name, lines in found.items()))
