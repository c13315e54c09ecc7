"""A chat on asyncio: what somebody says goes to all others in the room.

usage: motet examples/servers/chat.py [PORT]

Try it with `nc 127.0.0.1 8001`: the first line is one's name. It ends by SIGTERM or Ctrl-C.
"""

import asyncio
import signal
import sys


class Room:
    def __init__(self):
        self.guests = {}

    def say(self, text, but=None):
        for writer in self.guests:
            if writer is not but:
                writer.write(text)

    async def welcome(self, reader, writer):
        try:
            name = (await reader.readline()).decode(errors="replace").strip() or "nobody"
            self.guests[writer] = name
            self.say(f"* {name} is here\n".encode(), but=writer)
            while line := await reader.readline():
                self.say(f"{name}: ".encode() + line, but=writer)
                await asyncio.gather(
                    *[guest.drain() for guest in list(self.guests)], return_exceptions=True
                )
        except (ConnectionError, ValueError):
            # It has gone, or says lines that have no end.
            pass
        finally:
            name = self.guests.pop(writer, None)
            if name is not None:
                self.say(f"* {name} has left\n".encode())
            writer.close()


async def main():
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 8001
    room, over = Room(), asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, over.set)
    server = await asyncio.start_server(room.welcome, "127.0.0.1", port, backlog=1024)
    print("chat on", *server.sockets[0].getsockname(), flush=True)
    await over.wait()
    server.close()
    for writer in list(room.guests):
        writer.close()


if __name__ == "__main__":
    asyncio.run(main())
