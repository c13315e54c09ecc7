"""Users and groups of the process: arguments that are refused, and changes in a child where the
program is the system's administrator."""

import os
import subprocess
import threading


def told(function, *arguments):
    try:
        print(function.__name__, arguments, function(*arguments))
    except Exception as error:
        print(function.__name__, arguments, type(error).__name__, error)


for function in (os.setuid, os.seteuid, os.setgid, os.setegid):
    for argument in (-2, 1 << 32, 1 << 63, "1", 1.5):
        told(function, argument)
told(os.setreuid, 0, "1")
told(os.setregid, -5, 0)
told(os.setresuid, 0, 1 << 40, 0)
told(os.setresgid, 0, None, 0)
told(os.setgroups, 5)
told(os.setgroups, {1})
told(os.setgroups, ["1"])
told(os.setgroups, [-3])
told(os.chown, "no such file", -2, 0)
told(os.fchown, 0, 0, 1 << 32)
told(os.chown, "no such file", "root", 0)
# -1 leaves an identity as it is.
os.setreuid(-1, -1)
os.setregid(-1, -1)
os.setresuid(-1, -1, -1)
os.setresgid(-1, -1, -1)
print(os.getresuid() == (os.getuid(), os.geteuid(), os.getresuid()[2]))


class Index:
    def __index__(self):
        return os.getuid()


os.setuid(Index())


for options in (
    {"extra_groups": [-1]}, {"extra_groups": [2**32]}, {"extra_groups": [2**64]}, {"user": 2**32},
    {"group": 2**64}, {"user": -2},
):
    try:
        subprocess.check_call(["true"], **options)
    except (ValueError, OverflowError) as error:
        print(options, type(error).__name__, error)


def in_child(function):
    """Whether the function is true in a child. Only the administrator may do what it does."""
    if os.geteuid() != 0:
        return True
    pid = os.fork()
    if pid == 0:
        try:
            os._exit(0 if function() else 1)
        except BaseException as error:
            print(type(error).__name__, error, flush=True)
            os._exit(2)
    return os.waitpid(pid, 0)[1] == 0


def drops_effective():
    os.setegid(65533)
    os.seteuid(65534)
    before = os.getresuid() == (0, 65534, 0) and os.getresgid()[1] == 65533
    try:
        os.setuid(7)
    except PermissionError:
        os.seteuid(0)
        return before and os.geteuid() == 0
    return False


def drops_all():
    os.setgroups([5, 6, 65530])
    groups = sorted(os.getgroups()) == [5, 6, 65530]
    os.setresgid(11, 12, 13)
    os.setresuid(21, 22, 23)
    return groups and os.getresgid() == (11, 12, 13) and os.getresuid() == (21, 22, 23)


def swaps():
    os.setregid(31, 32)
    os.setreuid(41, 42)
    os.setreuid(42, 41)
    return (os.getuid(), os.geteuid(), os.getgid(), os.getegid()) == (42, 41, 31, 32)


def other_threads_too():
    """An identity is the process's: a thread that runs already has it."""
    go, seen = threading.Event(), []

    def look():
        go.wait()
        with open("/proc/thread-self/status") as file:
            seen.extend(line.split()[2] for line in file if line.startswith("Uid:"))

    thread = threading.Thread(target=look)
    thread.start()
    os.setuid(54321)
    go.set()
    thread.join()
    return seen == ["54321"]


def first_groups():
    os.initgroups("no such user", 77)
    first = os.getgroups() == [77]
    os.initgroups(b"root", 0)
    return first and 0 in os.getgroups()


def of_programs():
    """Programs that are started as another user, also by a copy of this process."""
    asks = ["sh", "-c", "id -u; id -g; id -G"]
    for before in None, lambda: None:
        found = subprocess.run(
            asks, user=3000000000, group=12, extra_groups=[5, 3000000001], preexec_fn=before,
            stdout=subprocess.PIPE, text=True,
        )
        user, group, *groups = found.stdout.split()
        if (user, group, sorted(groups)) != ("3000000000", "12", ["12", "3000000001", "5"]):
            return False
    return True


for function in (drops_effective, drops_all, swaps, other_threads_too, first_groups, of_programs):
    print(function.__name__, in_child(function))
