"""Loads a web server with many connections, slow clients and broken ones, and judges it.

usage: python3 examples/servers/endure.py REQUESTS CONNECTIONS COMMAND...

COMMAND starts the server, which prints its address in its first line: say `motet
examples/servers/pages.py 0`. Half of the connections are idle: some have sent nothing, some half a
request. The others make the requests, each on a connection of its own. Meanwhile, for each hundred
requests, a client is broken: it sends garbage, the beginning of TLS, half a request and a reset,
or a header of 1 MB. Then all is closed.

Every whole request must be answered rightly, and every broken client in some way: an error of
HTTP or the end of the connection. The memory afterwards may be 20 % above that after a first
tenth of the load, under as many connections; SIGTERM must end the server, without a traceback.
"""

import errno
import resource
import selectors
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time

import load

RESET = struct.pack("ii", 1, 0)
TLS_HELLO = bytes.fromhex("16030100c4010000c00303") + bytes(range(185))
HALF = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "
BROKEN = [
    (b"\x00\xff" * 300 + b"\r\n\r\n", "answer"),
    (TLS_HELLO + b"\r\n\r\n", "answer"),
    (b"GET /", "reset"),
    (HALF, "reset"),
    (b"GET / HTTP/1.0\r\nX-Long: " + b"x" * (1 << 20) + b"\r\n\r\n", "answer"),
    (b"GET / HTTP/1.0\r\n" + b"X-Many: y\r\n" * 200 + b"\r\n", "answer"),
    (b"GET / HTTP/9.9\r\n\r\n", "answer"),
    (b"", "close"),
]


class Broken:
    """A client that breaks the rules, and what became of it."""

    def __init__(self, owner, kind):
        self.owner = owner
        self.rest, self.end_by = BROKEN[kind % len(BROKEN)]
        self.received = b""
        self.socket = socket.socket()
        self.socket.setblocking(False)
        self.socket.connect_ex(owner.address)
        owner.selector.register(self.socket, selectors.EVENT_WRITE, self)

    def step(self, mask):
        try:
            if mask & selectors.EVENT_WRITE:
                self.send()
                return
            part = self.socket.recv(65536)
        except OSError as failure:
            # A server that answers before it has read all resets the connection.
            is_allowed = failure.errno in (errno.ECONNRESET, errno.EPIPE)
            self.end(is_allowed)
            return
        self.received += part
        if not part:
            self.end(b" 200 " not in self.received[:20])

    def send(self):
        if self.rest:
            self.rest = self.rest[self.socket.send(self.rest):]
        if self.rest:
            return
        if self.end_by == "reset":
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        if self.end_by in ("reset", "close"):
            self.end(True)
            return
        self.owner.selector.modify(self.socket, selectors.EVENT_READ, self)

    def end(self, is_allowed):
        self.owner.selector.unregister(self.socket)
        self.socket.close()
        self.owner.ended(is_allowed)


class Hard(load.Load):
    """A load with broken clients in it."""

    def __init__(self, url, clients, count):
        super().__init__(url, clients, count)
        self.broken = self.broken_wrongly = self.open = 0

    def ended(self, is_allowed):
        self.open -= 1
        self.broken_wrongly += not is_allowed

    def run(self):
        since = time.monotonic()
        for _ in range(self.begun):
            load.Client(self)
        while self.done < self.count or self.open:
            ready = self.selector.select(60)
            if not ready:
                raise SystemExit(f"no answer for a minute, {self.done} of {self.count} done")
            for key, mask in ready:
                key.data.step(mask)
            while self.broken < self.done // 100:
                self.broken += 1
                self.open += 1
                Broken(self, self.broken)
        return time.monotonic() - since


def idle_connections(address, count):
    """Connections of which every second has sent half a request."""
    connections = []
    for number in range(count):
        connection = socket.create_connection(address, timeout=60)
        if number % 2:
            connection.sendall(HALF)
        connections.append(connection)
    return connections


def memory_kb(pid):
    with open(f"/proc/{pid}/status") as file:
        for line in file:
            if line.startswith("VmRSS:"):
                return int(line.split()[1])
    return 0


def end(server):
    """Ends the server by SIGTERM: a complaint, or None."""
    server.send_signal(signal.SIGTERM)
    try:
        status = server.wait(30)
    except subprocess.TimeoutExpired:
        server.kill()
        return "SIGTERM does not end it"
    return None if status in (0, -signal.SIGTERM) else f"it ended with status {status}"


def main():
    count, connections, command = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 4 * connections + 1000), most))
    errors = tempfile.TemporaryFile("w+")
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True)
    complaints = []
    try:
        url = server.stdout.readline().strip()
        figures = []
        # The first load is there for the memory that such a load takes.
        for requests in (count // 10, count):
            hard = Hard(url, connections // 2, requests)
            idle = idle_connections(hard.address, connections // 2)
            seconds = hard.run()
            for connection in idle:
                connection.close()
            time.sleep(1)
            figures.append(memory_kb(server.pid))
            print(
                f"{requests} requests in {seconds:.0f} s, {hard.wrong} wrong; {hard.broken} broken "
                f"clients, {hard.broken_wrongly} wrongly answered; {figures[-1]} KB afterwards",
                flush=True,
            )
            if hard.wrong or hard.broken_wrongly:
                complaints.append("wrong answers")
        if figures[1] > 1.2 * figures[0]:
            complaints.append("the memory has grown by more than 20 %")
    finally:
        complaint = end(server)
        if complaint:
            complaints.append(complaint)
    errors.seek(0)
    told = errors.read()
    if "panicked" in told or "SIGSEGV" in told:
        complaints.append("the server has crashed")
    print("; ".join(complaints) or "good")
    if complaints and told:
        print(told[-3000:])
    raise SystemExit(1 if complaints else 0)


if __name__ == "__main__":
    main()
