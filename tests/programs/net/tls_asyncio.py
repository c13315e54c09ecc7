# asyncio with TLS: streams, an upgrade in the middle, broken clients, several loops.
import asyncio
import os
import ssl
import threading

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "certificates")
serving = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
serving.load_cert_chain(os.path.join(FOLDER, "server.pem"))
trusting = ssl.create_default_context(cafile=os.path.join(FOLDER, "ca.pem"))


async def echo(reader, writer):
    try:
        while line := await reader.readline():
            writer.write(line.upper())
            await writer.drain()
    except ConnectionError:
        pass
    writer.close()


async def ask(port, count):
    reader, writer = await asyncio.open_connection("localhost", port, ssl=trusting)
    found = []
    for number in range(count):
        writer.write(b"line %d\n" % number)
        found.append(await reader.readline())
    version = writer.get_extra_info("ssl_object").version()
    writer.close()
    await writer.wait_closed()
    return version, found


async def upgrade(reader, writer):
    writer.write(b"ready\n")
    await reader.readline()
    await writer.start_tls(serving)
    await echo(reader, writer)


async def main():
    server = await asyncio.start_server(echo, "127.0.0.1", 0, ssl=serving, limit=1 << 20)
    port = server.sockets[0].getsockname()[1]
    print(await ask(port, 3))
    print(all(len(found) == 5 for _, found in await asyncio.gather(*(ask(port, 5) for _ in range(10)))))
    try:
        await asyncio.open_connection("127.0.0.1", port, ssl=trusting, server_hostname="x.example")
    except ssl.SSLCertVerificationError as error:
        print(error.verify_message)
    for content in (b"GET / HTTP/1.0\r\n\r\n", b"\x16\x03\x01\x00\x05hello", b""):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(content)
        writer.write_eof()
        try:
            await reader.read()
        except ConnectionError:
            pass
        writer.close()
    reader, writer = await asyncio.open_connection("localhost", port, ssl=trusting)
    writer.write(b"z" * 500_000 + b"\n")
    print(len(await reader.readexactly(500_001)))
    writer.close()
    await writer.wait_closed()
    server.close()
    await server.wait_closed()

    server = await asyncio.start_server(upgrade, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    reader, writer = await asyncio.open_connection("localhost", port)
    print(await reader.readline())
    writer.write(b"tls\n")
    await writer.start_tls(trusting, server_hostname="localhost")
    writer.write(b"upgraded\n")
    print(await reader.readline(), writer.get_extra_info("cipher") is not None)
    writer.close()
    await writer.wait_closed()
    server.close()


def quiet(loop, context):
    pass


async def quiet_main():
    asyncio.get_running_loop().set_exception_handler(quiet)
    await main()


asyncio.run(quiet_main())


async def small():
    server = await asyncio.start_server(echo, "127.0.0.1", 0, ssl=serving)
    port = server.sockets[0].getsockname()[1]
    found = await ask(port, 10)
    server.close()
    return len(found[1])


found = []
threads = [threading.Thread(target=lambda: found.append(asyncio.run(small()))) for _ in range(3)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(found)
