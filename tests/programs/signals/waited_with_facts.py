# sigwaitinfo and sigtimedwait: blocked signals that are waited for.

import os
import signal
import threading
import time


def attempt(function, *arguments):
    try:
        print(function.__name__, function(*arguments))
    except Exception as error:
        print(function.__name__, type(error).__name__, error)


mine = [signal.SIGUSR1, signal.SIGUSR2]
signal.pthread_sigmask(signal.SIG_BLOCK, mine)
os.kill(os.getpid(), signal.SIGUSR1)
found = signal.sigwaitinfo([signal.SIGUSR1])
print(found.si_signo, found.si_code, found.si_errno, found.si_pid == os.getpid(), len(found))
print(found.si_uid == os.getuid(), found.si_status, type(found) is signal.struct_siginfo)
print(type(found).__name__, type(found).__module__, isinstance(found, tuple))
print(signal.sigtimedwait([signal.SIGUSR1], 0), signal.sigtimedwait([signal.SIGUSR1], 0.01))
os.kill(os.getpid(), signal.SIGUSR2)
print(signal.sigtimedwait(mine, 5).si_signo)
attempt(signal.sigtimedwait, [signal.SIGUSR1], -1)
attempt(signal.sigtimedwait, [signal.SIGUSR1], "a")
attempt(signal.sigtimedwait, [signal.SIGUSR1], float("nan"))
attempt(signal.sigwaitinfo, [0])
attempt(signal.sigwaitinfo, [65])
attempt(signal.sigwaitinfo, 1)


def send():
    time.sleep(0.1)
    os.kill(os.getpid(), signal.SIGUSR1)


sender = threading.Thread(target=send)
sender.start()
print(signal.sigwaitinfo([signal.SIGUSR1]).si_signo)
sender.join()

# A handler of another signal runs while it is waited.
handled = []
signal.signal(signal.SIGALRM, lambda *_: handled.append(1))
signal.setitimer(signal.ITIMER_REAL, 0.05)
print(signal.sigtimedwait([signal.SIGUSR1], 0.3), handled)


def fail(*_):
    raise ZeroDivisionError


signal.signal(signal.SIGALRM, fail)
signal.setitimer(signal.ITIMER_REAL, 0.05)
attempt(signal.sigwaitinfo, [signal.SIGUSR1])
