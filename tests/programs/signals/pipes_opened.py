# A thread that opens a pipe with a name waits for the other end: it keeps no other thread from
# running, and signals interrupt the wait.
import os
import signal
import tempfile
import threading

folder = tempfile.TemporaryDirectory()
name = os.path.join(folder.name, "pipe")
os.mkfifo(name)


class Interrupted(Exception):
    pass


def interrupt(number, frame):
    raise Interrupted


def send_alarm(handler):
    signal.signal(signal.SIGALRM, handler)
    signal.setitimer(signal.ITIMER_REAL, 0.05)


# Both ends are opened by threads of this program.
def read(results):
    with open(name, "rb") as file:
        results.append(file.read())


for first in "reader", "writer":
    results = []
    reader = threading.Thread(target=read, args=(results,))
    if first == "reader":
        reader.start()

    def write():
        with open(name, "wb") as file:
            file.write(first.encode())

    writer = threading.Thread(target=write)
    writer.start()
    if first == "writer":
        reader.start()
    writer.join()
    reader.join()
    print(results)

# A handler that raises ends the wait, and no end stays open.
before = os.listdir("/proc/self/fd")
for flags in os.O_RDONLY, os.O_WRONLY:
    send_alarm(interrupt)
    try:
        os.open(name, flags)
    except Interrupted:
        print("interrupted")
try:
    os.open(name, os.O_WRONLY | os.O_NONBLOCK)
except OSError as error:
    print(error.strerror)
print(len(os.listdir("/proc/self/fd")) - len(before))


# After a handler that returns, the wait goes on.
def open_other_end(number, frame):
    seen.append(number)
    other = threading.Thread(target=lambda: ends.append(os.open(name, os.O_WRONLY)))
    other.start()
    ends.append(other)


seen, ends = [], []
send_alarm(open_other_end)
descriptor = os.open(name, os.O_RDONLY)
ends[0].join()
print(seen == [signal.SIGALRM], os.write(ends[1], b"text"), os.read(descriptor, 10))
os.close(descriptor)
os.close(ends[1])

# Ways that do not wait, and errors.
descriptor = os.open(name, os.O_RDONLY | os.O_NONBLOCK)
print(os.read(descriptor, 10))
os.close(descriptor)
os.close(os.open(name, os.O_RDWR))
for flags in os.O_CREAT | os.O_EXCL | os.O_WRONLY, os.O_DIRECTORY:
    try:
        os.open(name, flags)
    except OSError as error:
        print(error.strerror, error.filename == name)
