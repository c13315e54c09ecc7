"""Timers as files, bytes that the system moves from file to file, settings by name."""

import os
import select
import tempfile
import time


def told(function, *arguments, **named):
    try:
        print(function.__name__, function(*arguments, **named))
    except Exception as error:
        print(function.__name__, type(error).__name__, error)


fd = os.timerfd_create(time.CLOCK_MONOTONIC)
print(os.get_inheritable(fd), os.get_blocking(fd))
print(os.timerfd_gettime(fd), os.timerfd_gettime_ns(fd))
print(os.timerfd_settime(fd, initial=0.01, interval=0.005))
next_s, interval_s = os.timerfd_gettime(fd)
print(0 < next_s <= 0.01, interval_s)
for _ in range(2):
    select.select([fd], [], [])
    print(int.from_bytes(os.read(fd, 8), "little") >= 1)
print(os.timerfd_settime_ns(fd)[1])
print(os.timerfd_gettime_ns(fd))
print(os.timerfd_settime_ns(fd, initial=10**12, interval=3))
before = os.timerfd_settime_ns(fd, flags=os.TFD_TIMER_ABSTIME, initial=1)
print(9 * 10**11 < before[0] <= 10**12, before[1])
print(int.from_bytes(os.read(fd, 8), "little"))
told(os.timerfd_settime, fd, initial=-1)
told(os.timerfd_settime_ns, fd, initial=1.5)
told(os.timerfd_create, 99)
os.close(fd)
told(os.timerfd_gettime, fd)
fd = os.timerfd_create(time.CLOCK_REALTIME, flags=os.TFD_NONBLOCK)
print(os.get_inheritable(fd), os.get_blocking(fd))
told(os.read, fd, 8)
os.close(fd)

with tempfile.TemporaryFile() as source, tempfile.TemporaryFile() as target:
    source.write(b"0123456789" * 10)
    source.flush()
    source.seek(3)
    target.write(b"....")
    target.flush()
    print(os.copy_file_range(source.fileno(), target.fileno(), 5))
    print(os.copy_file_range(source.fileno(), target.fileno(), 4, offset_src=20, offset_dst=50))
    target.seek(0)
    print(target.read())
    told(os.copy_file_range, source.fileno(), target.fileno(), -1)
    told(os.copy_file_range, 1 << 20, target.fileno(), 1)
    read, write = os.pipe()
    print(os.splice(source.fileno(), write, 8, offset_src=2), os.read(read, 100))
    os.write(write, b"spliced")
    print(os.splice(read, target.fileno(), 100, offset_dst=1))
    print(os.pread(target.fileno(), 12, 0))
    told(os.splice, source.fileno(), target.fileno(), 5)
    told(os.splice, source.fileno(), write, -5)
    a, b = bytearray(4), bytearray(3)
    print(os.preadv(source.fileno(), [a, b], 5, os.RWF_HIPRI), a, b)
    print(os.pwritev(target.fileno(), [b"xy", b"z"], 1, os.RWF_SYNC))
    print(os.pread(target.fileno(), 5, 0))
    told(os.preadv, source.fileno(), [a], -1)
    told(os.pwrite, target.fileno(), b"a", -1)

print(os.confstr("CS_PATH"), os.confstr(0), os.confstr("CS_GNU_LIBC_VERSION")[:5])
told(os.confstr, "CS_NONE")
told(os.confstr, 12345)
told(os.confstr, None)
print(os.sysconf("SC_PAGE_SIZE"), os.sysconf("SC_CHAR_BIT"), os.sysconf("SC_CLK_TCK"))
told(os.sysconf, "SC_NONE")
told(os.sysconf, 1.5)
print(os.pathconf("/", "PC_NAME_MAX"), os.pathconf("/tmp", "PC_PIPE_BUF"))
told(os.pathconf, "no such file", "PC_LINK_MAX")
told(os.pathconf, "/", "PC_NONE")
with open("/dev/null") as file:
    print(os.fpathconf(file.fileno(), "PC_NO_TRUNC"))
told(os.fpathconf, 1 << 20, "PC_NO_TRUNC")
print(len(os.sysconf_names), len(os.confstr_names), len(os.pathconf_names))
print(os.sched_rr_get_interval(0) >= 0)
told(os.unshare, 1)
told(os.setns, 1 << 20, 0)
