# Waiting for descriptors: select, poll, selectors; locks of files; terminals that are none.
import fcntl
import os
import select
import selectors
import tempfile
import threading
import time

reader, writer = os.pipe()
print(select.select([reader], [writer], [], 0) == ([], [writer], []))
start = time.monotonic()
print(select.select([reader], [], [], 0.02), time.monotonic() - start >= 0.015)
poll = select.poll()
poll.register(reader, select.POLLIN)
print(poll.poll(0), poll.poll(5))
thread = threading.Thread(target=lambda: os.write(writer, b"x"))
thread.start()
print(select.select([reader], [], [], None) == ([reader], [], []))
thread.join()
print(poll.poll() == [(reader, select.POLLIN)])
poll.unregister(reader)
print(os.read(reader, 5))
for act in (
    lambda: select.select([-1], [], []), lambda: select.select(["x"], [], []),
    lambda: select.select([], [], [], -1), lambda: poll.modify(9999, 1),
):
    try:
        act()
    except (ValueError, TypeError, OSError) as error:
        print(type(error).__name__, error)
with selectors.DefaultSelector() as selector:
    selector.register(reader, selectors.EVENT_READ, "data")
    print(selector.select(0))
    os.write(writer, b"y")
    print([(key.data, events) for key, events in selector.select(1)])
with select.epoll() as epoll:
    epoll.register(reader, select.EPOLLIN)
    print(epoll.poll(1) == [(reader, select.EPOLLIN)], epoll.closed)
print(epoll.closed)
os.close(writer)
print(os.read(reader, 10), os.read(reader, 10))
os.close(reader)

# A thread that waits for what another writes does not hold the others up.
reader, writer = os.pipe()
got = []
waiter = threading.Thread(target=lambda: got.append(os.read(reader, 100)))
waiter.start()
total = sum(range(1000))
os.write(writer, b"%d" % total)
waiter.join()
print(got)
os.set_blocking(reader, False)
try:
    os.read(reader, 1)
except BlockingIOError as error:
    print(error)
os.close(reader)
try:
    os.write(writer, b"x")
except BrokenPipeError as error:
    print(error)
os.close(writer)

# Much more than a pipe holds, from one thread to another.
reader, writer = os.pipe()
total = []


def read_all():
    count = 0
    while piece := os.read(reader, 50_000):
        count += len(piece)
    total.append(count)


waiter = threading.Thread(target=read_all)
waiter.start()
with open(writer, "wb") as file:
    file.write(b"x" * 300_000)
waiter.join()
print(total)
os.close(reader)

with tempfile.TemporaryFile() as file, tempfile.NamedTemporaryFile() as named:
    fcntl.flock(named, fcntl.LOCK_EX)
    with open(named.name) as second:
        try:
            fcntl.flock(second, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            print(error)
        fcntl.flock(named, fcntl.LOCK_UN)
        fcntl.flock(second, fcntl.LOCK_EX | fcntl.LOCK_NB)
    fcntl.lockf(file, fcntl.LOCK_EX)
    fcntl.lockf(file, fcntl.LOCK_UN)
    print(fcntl.fcntl(file, fcntl.F_GETFD), os.isatty(file.fileno()))
    try:
        os.get_terminal_size(file.fileno())
    except OSError as error:
        print(error)
    import termios
    try:
        termios.tcgetattr(file)
    except termios.error as error:
        print(error)
