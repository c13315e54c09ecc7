import os
import pty
import subprocess
import sys

# The child of forkpty has a terminal of its own.
pid, master = os.forkpty()
if pid == 0:
    print([os.isatty(n) for n in range(3)], os.getsid(0) == os.getpid(), input("name? "), flush=True)
    os._exit(4)
text = b""
while b"name? " not in text:
    text += os.read(master, 1000)
os.write(master, b"motet\n")
while True:
    try:
        part = os.read(master, 1000)
    except OSError:
        break
    if not part:
        break
    text += part
print(sorted(text.decode().split("\r\n")), os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))

pid, master = pty.fork()
if pid == 0:
    os.execvp("sh", ["sh", "-c", "tty >/dev/null && exit 3"])
print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))


# subprocess runs a function of the program in the child.
def prepare():
    os.environ["PREPARED"] = "yes"
    os.umask(0o27)


run = subprocess.run(
    ["sh", "-c", "umask; echo $0"], preexec_fn=prepare, capture_output=True, text=True
)
print(run.returncode, run.stdout.split())


def fail():
    raise ValueError("no")


try:
    subprocess.run(["true"], preexec_fn=fail)
except subprocess.SubprocessError as error:
    print(error)
try:
    subprocess.run(["/nowhere/program"], preexec_fn=prepare)
except FileNotFoundError as error:
    print(error)
