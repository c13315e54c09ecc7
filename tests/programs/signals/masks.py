# Blocked signals wait; a descriptor is told of signals.
import os
import signal

got = []
signal.signal(signal.SIGUSR1, lambda number, frame: got.append(signal.Signals(number).name))
signal.signal(signal.SIGUSR2, lambda number, frame: got.append(signal.Signals(number).name))
print(signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1}))
os.kill(os.getpid(), signal.SIGUSR1)
while signal.SIGUSR1 not in signal.sigpending():
    pass
print(got, signal.sigpending())
print(signal.pthread_sigmask(signal.SIG_BLOCK, []))
print(signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGUSR1}))
while not got:
    pass
print(got, signal.sigpending(), signal.pthread_sigmask(signal.SIG_BLOCK, ()))
signal.pthread_sigmask(signal.SIG_SETMASK, {signal.SIGUSR2})
os.kill(os.getpid(), signal.SIGUSR2)
print(signal.sigwait({signal.SIGUSR2, signal.SIGUSR1}), got)
signal.pthread_sigmask(signal.SIG_SETMASK, ())
print(got)
for wrong in ({0}, {65}):
    try:
        signal.pthread_sigmask(signal.SIG_BLOCK, wrong)
    except ValueError as error:
        print(error)

reader, writer = os.pipe()
os.set_blocking(writer, False)
print(signal.set_wakeup_fd(writer))
os.kill(os.getpid(), signal.SIGUSR1)
print(os.read(reader, 10) == bytes([signal.SIGUSR1]))
print(signal.set_wakeup_fd(-1) == writer)
os.set_blocking(writer, True)
try:
    signal.set_wakeup_fd(writer)
except ValueError as error:
    print(str(error).startswith("the fd"))
while len(got) < 2:
    pass
print(got)
