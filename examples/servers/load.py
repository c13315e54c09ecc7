"""A client that loads a web server: requests per second, and how many were answered wrongly.

usage: python3 examples/servers/load.py URL [CLIENTS [REQUESTS]]

Each client has a connection at a time, and makes its share of the requests one after the other,
each on a connection of its own. One thread drives them all, by `selectors`, so that the load takes
little of the machine: with it on the same machine as the server, it is part of what is measured.
"""

import selectors
import socket
import sys
import time
from urllib.parse import urlsplit


class Client:
    """One connection after the other."""

    def __init__(self, load):
        self.load = load
        self.begin()

    def begin(self):
        self.received = []
        self.socket = socket.socket()
        self.socket.setblocking(False)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.connect_ex(self.load.address)
        self.load.selector.register(self.socket, selectors.EVENT_WRITE, self)

    def step(self, mask):
        try:
            if mask & selectors.EVENT_WRITE:
                self.socket.sendall(self.load.request)
                self.load.selector.modify(self.socket, selectors.EVENT_READ, self)
                return
            part = self.socket.recv(65536)
        except OSError:
            self.end(False)
            return
        if part:
            self.received.append(part)
        else:
            answer = b"".join(self.received)
            self.end(answer.startswith(b"HTTP/1.") and b" 200 " in answer[:20])

    def end(self, is_good):
        self.load.selector.unregister(self.socket)
        self.socket.close()
        self.load.done += 1
        self.load.wrong += not is_good
        if self.load.begun < self.load.count:
            self.load.begun += 1
            self.begin()


class Load:
    def __init__(self, url, clients, count):
        parts = urlsplit(url)
        self.address = (parts.hostname, parts.port or 80)
        path = parts.path or "/"
        self.request = f"GET {path} HTTP/1.0\r\nHost: {parts.netloc}\r\n\r\n".encode()
        self.count, self.begun = count, min(clients, count)
        self.done = self.wrong = 0
        self.selector = selectors.DefaultSelector()

    def run(self):
        since = time.monotonic()
        for _ in range(self.begun):
            Client(self)
        while self.done < self.count:
            for key, mask in self.selector.select(10):
                key.data.step(mask)
        return time.monotonic() - since


def main():
    url = sys.argv[1]
    clients = int(sys.argv[2]) if len(sys.argv) > 2 else 8
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 2000
    load = Load(url, clients, count)
    seconds = load.run()
    print(f"{count / seconds:.0f} requests per second, {load.wrong} wrong of {load.done}")
    raise SystemExit(1 if load.wrong else 0)


if __name__ == "__main__":
    main()
