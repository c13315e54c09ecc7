"""Clients that send half a request, garbage, headers without end, or reset: others notice nothing."""

import socket
import struct
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Pages(BaseHTTPRequestHandler):
    timeout = 2

    def do_GET(self):
        body = b"It works"
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


class Server(ThreadingHTTPServer):
    request_queue_size = 128
    daemon_threads = True

    def handle_error(self, request, client_address):
        pass


server = Server(("127.0.0.1", 0), Pages)
thread = threading.Thread(target=server.serve_forever, args=(0.05,))
thread.start()
address = server.server_address


def ask(content):
    """The first line of the answer."""
    with socket.create_connection(address, 20) as client:
        try:
            client.sendall(content)
            return client.makefile("rb").readline().rstrip().decode("latin-1")
        except (ConnectionError, BrokenPipeError):
            return "reset"


def reset(content):
    client = socket.create_connection(address, 20)
    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    client.sendall(content)
    client.close()


GOOD = b"GET / HTTP/1.0\r\nHost: here\r\n\r\n"

idle = [socket.create_connection(address, 20) for _ in range(40)]
halves = [socket.create_connection(address, 20) for _ in range(20)]
for half in halves:
    half.sendall(b"GET / HTTP/1.1\r\nHos")

print(ask(GOOD))
# (The first words of a refusal depend on the version of the library.)
print(ask(b"GARBAGE\r\n\r\n")[:5] in ("<!DOC", "HTTP/"))
print(ask(b"GET / HTTP/9.9\r\n\r\n")[:5] in ("<!DOC", "HTTP/"))
print(ask(b"GET / HTTP/1.0\r\nX: " + b"y" * 70_000 + b"\r\n\r\n") in ("HTTP/1.0 431 Line too long", "reset"))
many = b"".join([b"X-%d: y\r\n" % number for number in range(200)])
print(ask(b"GET / HTTP/1.0\r\n" + many + b"\r\n") in ("HTTP/1.0 431 Too many headers", "reset"))
print(ask(b"GET /" + b"z" * (1 << 20) + b" HTTP/1.0\r\n\r\n") in ("HTTP/1.0 414 URI Too Long", "reset"))
# A client that speaks TLS to a server that does not.
hello = b"\x16\x03\x01\x00\x05\x01\x00\x00\x01\x00\n"
print(ask(hello)[:5] in ("<!DOC", "HTTP/", "reset", ""))
for length in range(0, len(GOOD), 3):
    reset(GOOD[:length])

answers = []


def client(count):
    for _ in range(count):
        answers.append(ask(GOOD))


clients = [threading.Thread(target=client, args=(25,)) for _ in range(4)]
for one in clients:
    one.start()
for one in clients:
    one.join()
print(len(answers), set(answers))

for one in idle + halves:
    one.close()
server.shutdown()
thread.join()
server.server_close()
print("after the end:", end=" ")
try:
    socket.create_connection(address, 5).close()
except ConnectionRefusedError:
    print("refused")
