import os
import select
import selectors
import signal
import socket
import threading
import time

left, right = socket.socketpair()
print(select.select([left, right], [left], [], 0) == ([], [left], []))
right.send(b"x")
print(select.select([left, right], [], [left], 5) == ([left], [], []))
since = time.monotonic()
print(select.select([right], [], [], 0.03), 0.02 < time.monotonic() - since < 5)

poll = select.poll()
poll.register(left, select.POLLIN)
poll.register(right, select.POLLIN)
print(poll.poll(1000) == [(left.fileno(), select.POLLIN)])
left.recv(1)
print(poll.poll(10))
threading.Timer(0.02, right.send, (b"y",)).start()
print(poll.poll() == [(left.fileno(), select.POLLIN)])
left.recv(1)

with select.epoll() as epoll:
    epoll.register(left.fileno(), select.EPOLLIN)
    print(epoll.poll(0.01))
    threading.Timer(0.02, right.send, (b"z",)).start()
    print(epoll.poll() == [(left.fileno(), select.EPOLLIN)])
    print(epoll.poll(0) == [(left.fileno(), select.EPOLLIN)])
    epoll.modify(left.fileno(), select.EPOLLIN | select.EPOLLET)
    print(len(epoll.poll(1)), len(epoll.poll(0)))
    epoll.modify(left.fileno(), select.EPOLLIN | select.EPOLLONESHOT)
    print(len(epoll.poll(1)), len(epoll.poll(0)))
    epoll.unregister(left.fileno())
    try:
        epoll.unregister(left.fileno())
    except FileNotFoundError as error:
        print(error)
left.recv(1)

# A signal's handler runs while the main thread waits, and the wait goes on.
handled = []
signal.signal(signal.SIGUSR1, lambda number, frame: handled.append(number))
threading.Timer(0.02, os.kill, (os.getpid(), signal.SIGUSR1)).start()
threading.Timer(0.06, right.send, (b"w",)).start()
print(left.recv(10), handled == [signal.SIGUSR1])


class Interrupted(Exception):
    pass


def interrupt(number, frame):
    raise Interrupted


# What a handler raises ends the wait.
signal.signal(signal.SIGUSR1, interrupt)
threading.Timer(0.02, os.kill, (os.getpid(), signal.SIGUSR1)).start()
try:
    left.recv(10)
except Interrupted:
    print("interrupted")
server = socket.create_server(("127.0.0.1", 0))
threading.Timer(0.02, os.kill, (os.getpid(), signal.SIGUSR1)).start()
try:
    server.accept()
except Interrupted:
    print("interrupted")
server.close()

for kind in (selectors.SelectSelector, selectors.PollSelector, selectors.EpollSelector):
    with kind() as selector:
        selector.register(left, selectors.EVENT_READ, "left")
        selector.register(right, selectors.EVENT_READ | selectors.EVENT_WRITE, "right")
        left.send(b"1")
        events = selector.select(1)
        print(sorted((key.data, mask) for key, mask in events))
        right.recv(1)
left.close()
right.close()
