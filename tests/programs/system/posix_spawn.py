"""Programs that start with prepared descriptors, groups and signals; waiting for what becomes of
children."""

import os
import signal
import sys
import tempfile


def told(function, *arguments, **named):
    try:
        print(function(*arguments, **named))
    except Exception as error:
        print(type(error).__name__, error)


def status(pid):
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def run(script, **named):
    pid = os.posix_spawn("/bin/sh", ["sh", "-c", script], {"PATH": "/bin:/usr/bin"}, **named)
    return status(pid)


print("before", flush=True)
print(run("exit 3"))
print(status(os.posix_spawnp("sh", ("sh", "-c", "exit 4"), os.environ)))
os.environ["TOLD"] = "5"
print(status(os.posix_spawnp("sh", ["sh", "-c", "exit $TOLD"], None)))
print(status(os.posix_spawn(b"/bin/sh", [b"sh", b"-c", b"exit $X"], {b"X": "6"})))

with tempfile.TemporaryDirectory() as folder:
    place = os.path.join(folder, "out")
    opens = (os.POSIX_SPAWN_OPEN, 1, place, os.O_WRONLY | os.O_CREAT, 0o600)
    print(run("echo out; echo err >&2", file_actions=[opens, (os.POSIX_SPAWN_DUP2, 1, 2)]))
    with open(place) as file:
        print(file.read().split())
    read, write = os.pipe()
    os.set_inheritable(write, True)
    print(run(f"echo x >&{write}", file_actions=[(os.POSIX_SPAWN_CLOSE, read)]))
    print(os.read(read, 10))
    shuts = (os.POSIX_SPAWN_CLOSEFROM, 3)
    print(run(f"(echo x >&{write}) 2>&-", file_actions=iter([shuts])) != 0)
    told(
        os.posix_spawn, "/bin/true", ["true"], {},
        file_actions=[(os.POSIX_SPAWN_OPEN, 1, folder + "/none/x", 0, 0)],
    )

print(run('test "$(cut -d" " -f5 /proc/$$/stat)" = $$', setpgroup=0))
print(run('test "$(cut -d" " -f6 /proc/$$/stat)" = $$', setsid=True))
print(run('test "$(cut -d" " -f5 /proc/$$/stat)" = $$'))
print(run("exit 0", resetids=True, scheduler=(None, os.sched_param(0))))
print(run("exit 0", scheduler=(os.SCHED_OTHER, os.sched_param(0))))
signal.signal(signal.SIGUSR1, signal.SIG_IGN)
print(run("kill -USR1 $$; exit 7"))
print(run("kill -USR1 $$; exit 7", setsigdef=[signal.SIGUSR1]) == -signal.SIGUSR1)
print(run("kill -TERM $$; exit 8", setsigmask={signal.SIGTERM, signal.SIGUSR2}))

for arguments, named in (
    (("/none", ["a"], {}), {}),
    (("/bin/true", "a", {}), {}),
    (("/bin/true", [], {}), {}),
    (("/bin/true", [""], {}), {}),
    (("/bin/true", ["a"], 5), {}),
    (("/bin/true", ["a"], {"a=b": "c"}), {}),
    (("/bin/true", ["a", "b\0c"], {}), {}),
    ((5, ["a"], {}), {}),
    (("/bin/true", ["a"], {}), {"file_actions": 5}),
    (("/bin/true", ["a"], {}), {"file_actions": [None]}),
    (("/bin/true", ["a"], {}), {"file_actions": [()]}),
    (("/bin/true", ["a"], {}), {"file_actions": [(99, 1)]}),
    (("/bin/true", ["a"], {}), {"file_actions": [(os.POSIX_SPAWN_CLOSE,)]}),
    (("/bin/true", ["a"], {}), {"file_actions": [(os.POSIX_SPAWN_DUP2, 1)]}),
    (("/bin/true", ["a"], {}), {"file_actions": [(os.POSIX_SPAWN_OPEN, 1, "x", 0)]}),
    (("/bin/true", ["a"], {}), {"setsigmask": [0]}),
    (("/bin/true", ["a"], {}), {"setsigdef": [99]}),
    (("/bin/true", ["a"], {}), {"scheduler": (1,)}),
    (("/bin/true", ["a"], {}), {"scheduler": 1}),
):
    told(os.posix_spawn, *arguments, **named)
try:
    os.posix_spawn("/none", ["a"], {})
except OSError as error:
    print(error.filename, error.errno)


class Starter:
    start = os.posix_spawn


print(status(Starter().start("/bin/sh", ["sh", "-c", "exit 12"], {})))

# Programs started by `spawn…`.
print(os.spawnlp(os.P_WAIT, "sh", "sh", "-c", "exit 9"))
print(os.spawnvpe(os.P_WAIT, "sh", ["sh", "-c", "exit $A"], {"A": "10", "PATH": "/bin"}))
print(os.spawnv(os.P_WAIT, "/none", ["a"]))
print(os.waitpid(os.spawnlpe(os.P_NOWAIT, "sh", "sh", "-c", "exit 1", {"PATH": "/bin"}), 0)[1])

# What became of a child.
pid = os.posix_spawn("/bin/sh", ["sh", "-c", "exit 11"], {})
found = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
print(type(found).__name__, found.si_pid == pid, found.si_uid == os.getuid())
print(found.si_signo == signal.SIGCHLD, found.si_status, found.si_code == os.CLD_EXITED)
print(os.waitid(os.P_PID, pid, os.WEXITED) == found)
pid = os.posix_spawnp("sleep", ["sleep", "60"], os.environ)
print(os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG))
os.kill(pid, signal.SIGSTOP)
print(os.waitid(os.P_PID, pid, os.WSTOPPED).si_code == os.CLD_STOPPED)
file = os.pidfd_open(pid)
signal.pidfd_send_signal(file, signal.SIGKILL)
found = os.waitid(os.P_PIDFD, file, os.WEXITED)
print(found.si_status == signal.SIGKILL, found.si_code == os.CLD_KILLED)
told(os.waitid, os.P_PID, pid, os.WEXITED)
told(os.waitid, 99, pid, os.WEXITED)
told(signal.pidfd_send_signal, file, signal.SIGTERM)
told(signal.pidfd_send_signal, file, signal.SIGTERM, "info")
told(signal.pidfd_send_signal, 1 << 20, signal.SIGTERM)
os.close(file)
file = os.pidfd_open(os.getpid())
signal.signal(signal.SIGUSR2, lambda number, frame: print("handled", number == signal.SIGUSR2))
signal.pidfd_send_signal(file, signal.SIGUSR2)
print("after")
signal.pidfd_send_signal(file, 0)
os.close(file)

os.environ["STALE"] = "1"
os.unsetenv("STALE")
print("STALE" in os.environ)
os.reload_environ()
print("STALE" in os.environ)
sys.stdout.flush()
