# A program that closes none of its files has more of them than the process may have open: those
# that nothing refers to any more are closed in time. (CPython does it at once.)
import gc
import os
import resource
import socket
import tempfile
import threading
import warnings

warnings.simplefilter("ignore")
gc.collect()
LIMIT = 64
resource.setrlimit(resource.RLIMIT_NOFILE, (LIMIT, LIMIT))


class Descriptor:
    def __init__(self, number):
        self.number = number

    def __del__(self):
        os.close(self.number)


def pipes():
    for end in os.pipe():
        Descriptor(end)


def sockets():
    for end in socket.socketpair():
        end.send(b"x")


def accepted():
    with socket.create_connection(listener.getsockname()):
        listener.accept()


def repeat(make, count=2 * LIMIT):
    for _ in range(count):
        make()
    return count


listener = socket.create_server(("127.0.0.1", 0))
print("open", repeat(lambda: open(os.devnull)))
print("raw", repeat(lambda: open(os.devnull, "rb", buffering=0)))
print("read", repeat(lambda: open(__file__).readline()))
print("socket", repeat(socket.socket))
print("pairs", repeat(sockets))
print("pipes", repeat(pipes))
print("dup", repeat(lambda: Descriptor(os.dup(0))))
print("memfd", repeat(lambda: Descriptor(os.memfd_create("x"))))
print("temporary", repeat(tempfile.TemporaryFile))
print("accepted", repeat(accepted))

lock = threading.Lock()
with lock:
    print("within a section", repeat(lambda: open(os.devnull)))

threads = [
    threading.Thread(target=repeat, args=(lambda: open(os.devnull), LIMIT)) for _ in range(3)
]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print("threads")

# Files that are in use stay open, and the limit is one.
kept = [open(os.devnull) for _ in range(LIMIT // 2)]
print("beside files in use", repeat(lambda: open(os.devnull)))
try:
    kept += [open(os.devnull) for _ in range(LIMIT)]
except OSError as error:
    print(error.strerror)
print(all(not file.closed for file in kept))
del kept
print("after it", repeat(lambda: open(os.devnull)))

# The limit is told, not waited for, also where other threads run.
stop = threading.Event()


def run():
    while not stop.is_set():
        sum(range(100))


other = threading.Thread(target=run)
other.start()
resource.setrlimit(resource.RLIMIT_NOFILE, (3, LIMIT))
for make in (socket.socket, socket.socketpair, os.pipe, lambda: os.dup(0), lambda: open(os.devnull)):
    try:
        make()
    except OSError as error:
        print(error.strerror)
resource.setrlimit(resource.RLIMIT_NOFILE, (LIMIT, LIMIT))
stop.set()
other.join()
print("again", repeat(socket.socket))
