"""fcntl and ioctl with buffers, locks by structures, limits of processes, terminals, the log."""

import array
import errno
import fcntl
import os
import pty
import resource
import socket  # While files may be opened: the log needs it.
import struct
import sys
import syslog
import tempfile
import termios
import threading
import time


def told(function, *arguments):
    try:
        print(function.__name__, function(*arguments))
    except Exception as error:
        print(function.__name__, type(error).__name__, error)


LOCK = "hhqqi4x"


def lock(kind, start, length):
    return struct.pack(LOCK, kind, os.SEEK_SET, start, length, 0)


with tempfile.NamedTemporaryFile() as file:
    found = fcntl.fcntl(file, fcntl.F_GETLK, lock(fcntl.F_WRLCK, 0, 10))
    print(struct.unpack(LOCK, found)[0] == fcntl.F_UNLCK)
    print(len(fcntl.fcntl(file, fcntl.F_SETLK, bytearray(lock(fcntl.F_WRLCK, 5, 10)))))
    # What is buffered would be written by both processes.
    sys.stdout.flush()
    pid = os.fork()
    if pid == 0:
        found = struct.unpack(LOCK, fcntl.fcntl(file, fcntl.F_GETLK, lock(fcntl.F_WRLCK, 0, 0)))
        print(found[0] == fcntl.F_WRLCK, found[2:4], found[4] == os.getppid(), flush=True)
        told(fcntl.fcntl, file, fcntl.F_SETLK, lock(fcntl.F_RDLCK, 7, 1))
        sys.stdout.flush()
        os._exit(0)
    os.waitpid(pid, 0)
    # Locks of open files, which a thread waits for.
    other = os.open(file.name, os.O_RDWR)
    fcntl.fcntl(file, fcntl.F_SETLK, lock(fcntl.F_UNLCK, 0, 0))
    fcntl.fcntl(file, fcntl.F_OFD_SETLK, lock(fcntl.F_WRLCK, 0, 0))
    got = threading.Event()

    def wait():
        fcntl.fcntl(other, fcntl.F_OFD_SETLKW, lock(fcntl.F_WRLCK, 0, 1))
        got.set()

    thread = threading.Thread(target=wait)
    thread.start()
    print(got.wait(0.05))
    fcntl.fcntl(file, fcntl.F_OFD_SETLK, lock(fcntl.F_UNLCK, 0, 0))
    thread.join()
    print(got.is_set())
    os.close(other)
    told(fcntl.fcntl, file, fcntl.F_GETLK, "abc" * 100 + "d" * 4)
    told(fcntl.fcntl, file, fcntl.F_GETLK, 1.5)
    told(fcntl.fcntl, 1 << 20, fcntl.F_GETLK, b"x" * 40)

master, slave = pty.openpty()
size = array.array("h", [0, 0, 0, 0])
fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", 20, 40, 0, 0))
print(fcntl.ioctl(slave, termios.TIOCGWINSZ, size), size.tolist())
print(fcntl.ioctl(slave, termios.TIOCGWINSZ, size, False)[:4])
print(fcntl.ioctl(slave, termios.TIOCGWINSZ, bytes(8))[:4])
told(fcntl.ioctl, slave, termios.TIOCGWINSZ, None)
told(fcntl.ioctl, slave, termios.TIOCGWINSZ, 2.5)
print(os.ptsname(master) == os.ttyname(slave), os.grantpt(master), os.unlockpt(master))
told(os.ptsname, slave)
fd = os.posix_openpt(os.O_RDWR | os.O_NOCTTY)
print(os.get_inheritable(fd), os.ptsname(fd).startswith("/dev/pts/"))
os.close(fd)
told(os.tcgetpgrp, 1 << 20)
with open("/dev/null") as null:
    told(os.tcgetpgrp, null.fileno())
    told(os.tcsetpgrp, null.fileno(), 5)
sys.stdout.flush()
pid, master = pty.fork()
if pid == 0:
    pgrp = os.tcgetpgrp(0) == os.getpid()
    os.tcsetpgrp(0, os.getpgrp())
    os.write(1, b"yes" if pgrp else b"no")
    os._exit(0)
print(os.read(master, 10), os.waitpid(pid, 0)[1])
modes = [termios.NLDLY, termios.CRDLY, termios.TABDLY, termios.BSDLY, termios.VTDLY, termios.FFDLY]
print(modes, termios.TIOCM_CD, termios.TIOCINQ == termios.FIONREAD, termios.CINTR)

print(resource.prlimit(0, resource.RLIMIT_NOFILE) == resource.getrlimit(resource.RLIMIT_NOFILE))
soft, hard = resource.getrlimit(resource.RLIMIT_CORE)
print(resource.prlimit(os.getpid(), resource.RLIMIT_CORE, (0, hard)) == (soft, hard))
print(resource.getrlimit(resource.RLIMIT_CORE) == (0, hard))
told(resource.prlimit, 0, 99)
told(resource.prlimit, 0, resource.RLIMIT_CORE, (1, 2, 3))
told(resource.prlimit, 0, resource.RLIMIT_CORE, (5, 2))
told(resource.prlimit, 0, resource.RLIMIT_CORE, 5)
told(resource.prlimit, -1, resource.RLIMIT_CORE)

told(time.clock_settime, 1, 5.0)
told(time.clock_settime_ns, time.CLOCK_MONOTONIC, 5)
told(time.clock_settime, time.CLOCK_REALTIME, "x")
clock = time.pthread_getcpuclockid(threading.get_ident())
print(time.clock_gettime(clock) > 0)
print(errno.EHWPOISON, errno.errorcode[133])

# A machine's own log gets none of this, and its socket may be one that nobody reads: a process
# that may not open more files finds no log.
files = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (3, files[1]))
for arguments in ((), (1, 2, 3), (1,), ("x", "y"), (1, 2), (1.5, "x")):
    told(syslog.syslog, *arguments)
told(syslog.openlog, 5)
told(syslog.openlog, "\udc80")
told(syslog.syslog, "\udc80")
print(syslog.setlogmask(syslog.LOG_UPTO(syslog.LOG_WARNING)), syslog.setlogmask(0))
print(syslog.LOG_MASK(3), syslog.LOG_LOCAL7, syslog.LOG_FTP)
resource.setrlimit(resource.RLIMIT_NOFILE, files)
read, write = os.pipe()
kept = os.dup(2)
resource.setrlimit(resource.RLIMIT_NOFILE, (3, files[1]))
os.dup2(write, 2)
syslog.openlog("me", syslog.LOG_PERROR, syslog.LOG_LOCAL3)
syslog.syslog(syslog.LOG_INFO, "hidden")
syslog.syslog(syslog.LOG_ERR, "shown")
syslog.openlog(logoption=syslog.LOG_PERROR | syslog.LOG_PID)
syslog.syslog(syslog.LOG_ERR, "with the number\n")
os.dup2(kept, 2)
print(os.read(read, 100).replace(str(os.getpid()).encode(), b"PID"))
syslog.closelog()
resource.setrlimit(resource.RLIMIT_NOFILE, files)
