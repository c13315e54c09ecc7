# Handlers run on the main thread: between operations, and where it waits; then the wait goes on.
import signal
import threading
import time

said = []


def handler(number, frame):
    said.append((int(number), threading.current_thread().name))


print(int(signal.signal(signal.SIGUSR1, handler)))
print(signal.getsignal(signal.SIGUSR1) is handler, signal.getsignal(signal.SIGINT) is signal.default_int_handler)
signal.raise_signal(signal.SIGUSR1)
print(said)
said.clear()
signal.signal(signal.SIGALRM, handler)
# Again and again: the first may come before the pause.
print(signal.setitimer(signal.ITIMER_REAL, 0.005, 0.05))
signal.pause()
signal.setitimer(signal.ITIMER_REAL, 0)
print(sorted(set(said)))

# A wait that a handler interrupts goes on, for as long as it would have.
said.clear()
start = time.monotonic()
signal.setitimer(signal.ITIMER_REAL, 0.005, 0.005)
time.sleep(0.03)
long_enough = time.monotonic() - start >= 0.03
while not said:
    pass
print(signal.setitimer(signal.ITIMER_REAL, 0)[1], long_enough)
lock = threading.Lock()
lock.acquire()
signal.setitimer(signal.ITIMER_REAL, 0.005)
print(lock.acquire(timeout=0.02))


def interrupt_soon():
    signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 0.01)


try:
    interrupt_soon()
    time.sleep(60)
except KeyboardInterrupt:
    print("sleep")
try:
    interrupt_soon()
    lock.acquire()
except KeyboardInterrupt:
    print("lock")
try:
    interrupt_soon()
    while True:
        pass
except KeyboardInterrupt:
    print("loop")
daemon = threading.Thread(target=time.sleep, args=(60,), daemon=True)
daemon.start()
try:
    interrupt_soon()
    daemon.join()
except KeyboardInterrupt:
    print("join")
try:
    interrupt_soon()
    threading.Event().wait()
except KeyboardInterrupt:
    print("event")


def refuse(number, frame):
    raise ValueError("from the handler")


signal.signal(signal.SIGUSR1, refuse)
try:
    signal.raise_signal(signal.SIGUSR1)
    time.sleep(1)
except ValueError as error:
    print(error)
signal.signal(signal.SIGUSR1, signal.SIG_IGN)
signal.raise_signal(signal.SIGUSR1)
print(int(signal.getsignal(signal.SIGUSR1)))
print(signal.alarm(100), 99 <= signal.alarm(0) <= 100, signal.strsignal(signal.SIGTERM))

for wrong in (
    lambda: signal.signal(0, handler),
    lambda: signal.signal(65, handler),
    lambda: signal.signal(signal.SIGUSR1, "x"),
    lambda: signal.getsignal(1000),
    lambda: signal.signal(signal.SIGKILL, handler),
):
    try:
        print(wrong())
    except (ValueError, TypeError, OSError) as error:
        print(type(error).__name__, error)
errors = []


def elsewhere():
    try:
        signal.signal(signal.SIGUSR1, handler)
    except ValueError as error:
        errors.append(str(error))


t = threading.Thread(target=elsewhere)
t.start()
t.join()
print(errors)
