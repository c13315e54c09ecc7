"""What the machine looks up by name may have been deleted by the program: errors, no end."""

import builtins
import signal
import threading


def attempt(act):
    try:
        print(act())
    except Exception as error:
        print(type(error).__name__, error)


def make_class():
    class Made:
        pass

    return Made.__name__


build = builtins.__build_class__
del builtins.__build_class__
attempt(make_class)
builtins.__build_class__ = build
attempt(make_class)


def start_thread():
    thread = threading.Thread(target=print, args=("runs",))
    thread.start()
    thread.join()


bootstrap = threading.Thread._bootstrap
del threading.Thread._bootstrap
attempt(start_thread)
threading.Thread._bootstrap = bootstrap
attempt(start_thread)

for seconds in [5e18, -5e18, 1e300, float("inf"), float("nan"), 9.3e9]:
    attempt(lambda: signal.setitimer(signal.ITIMER_REAL, seconds))
    attempt(lambda: signal.setitimer(signal.ITIMER_REAL, 1.0, seconds))
    attempt(lambda: signal.alarm(0))
attempt(lambda: signal.setitimer(signal.ITIMER_REAL, 4e9))
attempt(lambda: signal.alarm(0))
attempt(lambda: signal.alarm(2**31 - 1))
attempt(lambda: signal.alarm(-1))
attempt(lambda: signal.alarm(0))
