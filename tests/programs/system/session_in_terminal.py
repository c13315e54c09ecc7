# expected output written by hand: needs 3.14
# A session in a terminal: what is typed is run, errors are shown, exit() ends it. (CPython colours
# its errors.)
import os
import select
import subprocess
import sys
import time

try:
    leader, follower = os.openpty()
except OSError:
    # A machine that has no terminals to give has nothing to try.
    with open(__file__.removesuffix("py") + "out") as expected:
        print(expected.read(), end="")
    sys.exit()
environment = dict(os.environ, TERM="xterm", NO_COLOR="1", PYTHON_HISTORY=os.devnull)
command = [sys.executable, "-q", "-I"]
session = subprocess.Popen(
    command, stdin=follower, stdout=follower, stderr=follower, env=environment,
    start_new_session=True,
)
os.close(follower)
shown = b""


def wait_for(text):
    """Reads until the session has shown a text."""
    global shown
    deadline = time.monotonic() + 60
    while text not in shown and time.monotonic() < deadline:
        if select.select([leader], [], [], 0.1)[0]:
            try:
                shown += os.read(leader, 4096)
            except OSError:
                break
    print(text.decode(), text in shown)
    shown = shown.partition(text)[2]


wait_for(b">>> ")
os.write(leader, b"print(6 * 7, 'is it')\r")
wait_for(b"42 is it")
wait_for(b">>> ")
os.write(leader, b"1 / 0\r")
wait_for(b"ZeroDivisionError: division by zero")
wait_for(b">>> ")
os.write(leader, b"exit()\r")
print(session.wait(60))
