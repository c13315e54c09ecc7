# Subprocesses, signals, datagrams and Unix sockets under asyncio; hooks of asynchronous generators.
import asyncio
import os
import signal
import sys
import tempfile


async def processes():
    process = await asyncio.create_subprocess_exec(
        "/bin/sh", "-c", "read line; echo got $line; echo wrong >&2; exit 3",
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    print(await process.communicate(b"a line\n"), process.returncode)
    process = await asyncio.create_subprocess_shell("exec sleep 100")
    process.terminate()
    print(await process.wait())
    several = await asyncio.gather(*[
        asyncio.create_subprocess_exec("/bin/sh", "-c", f"exit {number}") for number in range(4)
    ])
    print([await process.wait() for process in several])


async def signals():
    loop = asyncio.get_running_loop()
    got = asyncio.Event()
    loop.add_signal_handler(signal.SIGUSR1, got.set)
    loop.call_later(0.01, os.kill, os.getpid(), signal.SIGUSR1)
    await got.wait()
    print("signal", loop.remove_signal_handler(signal.SIGUSR1))


class Answer(asyncio.DatagramProtocol):
    def connection_made(self, transport):
        self.transport = transport

    def datagram_received(self, data, address):
        self.transport.sendto(data[::-1], address)


class Ask(asyncio.DatagramProtocol):
    def __init__(self, answered):
        self.answered = answered

    def datagram_received(self, data, address):
        self.answered.set_result(data)


async def datagrams():
    loop = asyncio.get_running_loop()
    server, _ = await loop.create_datagram_endpoint(Answer, local_addr=("127.0.0.1", 0))
    answered = loop.create_future()
    client, _ = await loop.create_datagram_endpoint(
        lambda: Ask(answered), remote_addr=server.get_extra_info("sockname")
    )
    client.sendto(b"abc")
    print(await answered)
    client.close()
    server.close()


async def unix():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "socket")

        async def serve(reader, writer):
            writer.write(await reader.readexactly(3))
            writer.write_eof()
            writer.close()

        async with await asyncio.start_unix_server(serve, path):
            reader, writer = await asyncio.open_unix_connection(path)
            writer.write(b"abc")
            print(await reader.read())
            writer.close()
            await writer.wait_closed()


async def numbers():
    try:
        yield 1
        yield 2
    finally:
        print("numbers are closed")


async def dropped():
    hooks = sys.get_asyncgen_hooks()
    print(hooks.firstiter is not None, hooks.finalizer is not None)
    generator = numbers()
    print(await anext(generator))
    # Closed by the loop at its end.
    asyncio.get_running_loop().kept = generator


for part in (processes, signals, datagrams, unix, dropped):
    asyncio.run(part())
print(sys.get_asyncgen_hooks())

first = []
sys.set_asyncgen_hooks(firstiter=lambda generator: first.append(generator.__name__))
generator = numbers()
print(first)
for step in (generator.__anext__(), generator.__anext__()):
    try:
        step.send(None)
    except StopIteration as stop:
        print(first, stop.value)
try:
    generator.aclose().send(None)
except StopIteration:
    print("closed")
sys.set_asyncgen_hooks(None, None)
print(sys.get_asyncgen_hooks() == (None, None))
try:
    sys.set_asyncgen_hooks(firstiter=1)
except TypeError as error:
    print(error)
