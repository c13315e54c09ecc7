"""Arguments that functions of the system refuse, and results that nobody changes."""

import copy
import os
import pty
import signal
import termios
import time


def told(function, *arguments, **named):
    try:
        print(function.__name__, function(*arguments, **named))
    except Exception as error:
        print(function.__name__, type(error).__name__, error)


for number in -1, -2, 2**64, 2**64 - 1, 1.5, "a", True:
    told(os.major, number)
    told(os.minor, number)
for pair in (-1, -1), (-1, 5), (5, -1), (-2, 1), (2**32, 1), (1, 2**32 - 1), (1.5, 1), (7, 9):
    told(os.makedev, *pair)


class NoPath:
    __fspath__ = None


class Index:
    def __index__(self):
        return 3


for function in os.fspath, os.stat, os.listdir, os.rmdir:
    told(function, NoPath())
for folder in "a", 1.5, 2**40, -(2**40), -5:
    told(os.stat, "x", dir_fd=folder)
    told(os.mkdir, "x", dir_fd=folder)
    told(os.open, "x", 0, dir_fd=folder)
told(os.register_at_fork, before=None)
told(os.register_at_fork, before=None, after_in_parent=print)
told(os.register_at_fork)

found = os.stat("/")
for name in "st_mode", "st_rdev", "parrot", "n_fields":
    told(setattr, found, name, 1)
    told(delattr, found, name)
told(setattr, os.statvfs("/"), "f_bsize", 1)
told(setattr, time.localtime(), "tm_year", 1)
param = os.sched_param(1)
print(copy.replace(param), copy.replace(param, sched_priority=0))
told(copy.replace, param, other=1)
print(os.sched_getparam(0))

master, slave = pty.openpty()
modes = termios.tcgetattr(slave)
for item in None, -1, 300, b"", b"ab", "a", 2**80:
    told(termios.tcsetattr, slave, 0, [*modes[:6], [item] + modes[6][1:]])
for item in None, -1, 2**80, "a":
    told(termios.tcsetattr, slave, 0, [*modes[:3], item, *modes[4:]])
told(termios.tcsetattr, slave, 0, tuple(modes))
told(termios.tcsetattr, slave, 0, [*modes[:6], modes[6][1:]])
for size in (1,), (1, 2, 3), (-1, 0), (0, 70000), ("a", 0), 0, None, (1.5, 2), [3, 4]:
    told(termios.tcsetwinsize, slave, size)
print(termios.tcgetwinsize(slave))
told(time.sleep, [])

# Timers that count the time of the processors.
for which, number in (signal.ITIMER_VIRTUAL, "SIGVTALRM"), (signal.ITIMER_PROF, "SIGPROF"):
    came = []
    signal.signal(getattr(signal, number), lambda number, frame, came=came: came.append(number))
    print(signal.getitimer(which), signal.setitimer(which, 0.01, 0.005))
    print(0 < signal.getitimer(which)[0] <= 0.05, signal.getitimer(which)[1])
    while len(came) < 2:
        pass
    print(signal.setitimer(which, 0)[1], signal.getitimer(which), set(came))
for function, arguments in (signal.setitimer, (5, 1)), (signal.getitimer, (-1,)):
    try:
        function(*arguments)
    except signal.ItimerError as error:
        print(isinstance(error, OSError), error)
