import errno
import os
import select
import socket
import threading
import time

left, right = socket.socketpair()
print(left.gettimeout(), left.getblocking(), left.timeout)
left.settimeout(0.05)
print(left.gettimeout(), left.getblocking(), os.get_blocking(left.fileno()))
since = time.monotonic()
try:
    left.recv(10)
except TimeoutError as error:
    print(type(error), error, error.errno, socket.timeout is TimeoutError)
print(0.04 < time.monotonic() - since < 5)
since = time.monotonic()
try:
    left.settimeout(0.02)
    left.recv_into(bytearray(3))
except TimeoutError as error:
    print(error)
print(0.01 < time.monotonic() - since < 5)
# A timeout does not hinder what comes in time.
left.settimeout(20)
threading.Timer(0.02, right.send, (b"in time",)).start()
print(left.recv(100))

left.setblocking(False)
print(left.gettimeout(), left.getblocking())
try:
    left.recv(10)
except BlockingIOError as error:
    print(error, error.errno == errno.EAGAIN)
filled = 0
try:
    while True:
        filled += left.send(bytes(10000))
except BlockingIOError as error:
    print(error, filled > 10000)
left.settimeout(0.02)
try:
    left.sendall(bytes(10_000_000))
except TimeoutError as error:
    print(error)
left.close()
right.close()

server = socket.create_server(("127.0.0.1", 0))
server.settimeout(0.02)
try:
    server.accept()
except TimeoutError as error:
    print("accept", error)
server.setblocking(False)
try:
    server.accept()
except BlockingIOError as error:
    print("accept", error)
client = socket.socket()
client.setblocking(False)
print(client.connect_ex(server.getsockname()) in (0, errno.EINPROGRESS))
select.select([], [client], [])
print(client.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR))
select.select([server], [], [])
connection, _ = server.accept()
print(connection.gettimeout(), client.getpeername() == server.getsockname())
connection.close()
client.close()
address = server.getsockname()
server.close()
client = socket.socket()
try:
    client.connect(address)
except ConnectionRefusedError as error:
    print(error)
print(errno.errorcode[client.connect_ex(address)])
client.close()
print(client.fileno())
try:
    client.recv(1)
except OSError as error:
    print(error)

for wrong in (-1, "x", float("nan"), 1e30):
    with socket.socket() as one:
        try:
            one.settimeout(wrong)
        except (ValueError, TypeError, OverflowError) as error:
            print(type(error).__name__)
socket.setdefaulttimeout(0.5)
with socket.socket() as one:
    print(socket.getdefaulttimeout(), one.gettimeout())
socket.setdefaulttimeout(None)
with socket.socket(type=socket.SOCK_STREAM | socket.SOCK_NONBLOCK) as one:
    print(one.gettimeout(), one.type)
