"""Signals that the program ignores are ignored by the programs that it starts, and those that it was
started to ignore may get their default back."""

import os
import signal
import subprocess
import sys

SCRIPT = "kill -USR1 $$; kill -HUP $$; exit 3"


def run():
    return [
        subprocess.run(["sh", "-c", SCRIPT]).returncode,
        os.waitstatus_to_exitcode(os.system(SCRIPT)),
        os.spawnlp(os.P_WAIT, "sh", "sh", "-c", SCRIPT),
        os.waitstatus_to_exitcode(
            os.waitpid(os.posix_spawn("/bin/sh", ["sh", "-c", SCRIPT], {}), 0)[1]
        ),
    ]


# (The program that runs this may ignore it.)
signal.signal(signal.SIGHUP, signal.SIG_DFL)
print(run() == [-signal.SIGUSR1] * 4)
signal.signal(signal.SIGUSR1, signal.SIG_IGN)
print(run() == [-signal.SIGHUP] * 4)
signal.signal(signal.SIGHUP, signal.SIG_IGN)
print(run())
signal.signal(signal.SIGUSR1, lambda *_: print("handled"))
os.kill(os.getpid(), signal.SIGUSR1)
print(run() == [-signal.SIGUSR1] * 4)

# What is blocked is blocked in them too.
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1])
print(run())
signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGUSR1])
print(run() == [-signal.SIGUSR1] * 4)

# What the program was started to ignore.
asks = "import signal; print(signal.getsignal(1) is signal.SIG_IGN, int(signal.signal(1, 0)))"
ends = "; import os; print(signal.getsignal(1) is signal.SIG_DFL, flush=True); os.kill(os.getpid(), 1)"
for rest in "", ends:
    done = subprocess.run([sys.executable, "-c", asks + rest], stdout=subprocess.PIPE, text=True)
    print(done.stdout.split(), done.returncode)
signal.signal(signal.SIGHUP, signal.SIG_DFL)
done = subprocess.run([sys.executable, "-c", asks], stdout=subprocess.PIPE, text=True)
print(done.stdout.split(), done.returncode)

# What the program was started with blocked.
blocked = """
import os, signal
number = signal.SIGUSR2
signal.signal(number, lambda number, frame: print("handled"))
print(signal.pthread_sigmask(signal.SIG_BLOCK, []) == {number})
os.kill(os.getpid(), number)
print("blocked")
signal.pthread_sigmask(signal.SIG_UNBLOCK, [number])
print("after")
"""
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR2])
done = subprocess.run([sys.executable, "-c", blocked], stdout=subprocess.PIPE, text=True)
print(done.stdout.split(), done.returncode)
signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGUSR2])

# A pipe that nobody reads ends the program, if it wants so.
writes = "import os; [os.write(1, b'x' * 65536) for _ in range(100)]"
for start in "", "import signal; signal.signal(signal.SIGPIPE, signal.SIG_DFL); ":
    read, write = os.pipe()
    child = subprocess.Popen(
        [sys.executable, "-c", start + writes], stdout=write, stderr=subprocess.DEVNULL
    )
    os.close(write)
    os.close(read)
    print(child.wait())
