# The standard streams in other encodings: by the environment, and by `reconfigure`.
import os
import subprocess
import sys

READ_AND_WRITE = r"""
import sys
print(sys.stdin.encoding, sys.stdin.errors, sys.stdout.encoding, sys.stdout.errors, sys.stderr.encoding, sys.stderr.errors)
print(sys.__stdout__ is sys.stdout, sys.__stderr__ is sys.stderr, sys.stdout.mode)
print(ascii(sys.stdin.readline()), "\xe9")
print("\xe9\u20ac", file=sys.stderr)
"""

RECONFIGURE = r"""
import sys
sys.stdout.reconfigure(encoding="latin-1")
print(sys.stdout.encoding, sys.stdout.errors, "\xe9")
try:
    print("\u20ac")
except UnicodeEncodeError as error:
    print(error.reason)
sys.stdout.reconfigure(errors="backslashreplace")
print(sys.stdout.encoding, sys.stdout.errors, "\u20ac")
try:
    sys.stdout.reconfigure(encoding="no such")
except LookupError as error:
    print(error)
sys.stdout.reconfigure(newline="\r\n")
print("\xe9")
sys.stdout.reconfigure(encoding="utf-8", newline="\n")
print(sys.stdout.encoding, sys.stdout.errors, "\xe9")
sys.stderr.reconfigure(encoding="ascii")
print(sys.stderr.errors)
sys.stdin.reconfigure(encoding="latin-1")
print(ascii(sys.stdin.readline()))
"""

AT_ONCE = r"""
import sys
sys.stdout.reconfigure(line_buffering=True, encoding="utf-8")
print("told at once")
sys.stdin.readline()
sys.stdout.reconfigure(errors="backslashreplace")
print("\udc80")
"""


def run(program, given, setting=None, options=()):
    environment = dict(os.environ)
    environment.pop("PYTHONIOENCODING", None)
    if setting is not None:
        environment["PYTHONIOENCODING"] = setting
    done = subprocess.run([sys.executable, *options, "-c", program], input=given, capture_output=True, env=environment)
    print(setting, done.returncode)
    for line in done.stdout.splitlines(True) + done.stderr.splitlines(True)[:1]:
        print("   ", line)


for setting in ["latin-1", "utf8", "utf-8:replace", ":ignore", "ascii:backslashreplace", "cp1252:ignore"]:
    run(READ_AND_WRITE, "é\n".encode(setting.partition(":")[0] or "utf-8", "replace"), setting)
run("print(1)", b"", "no-such-encoding")
run(RECONFIGURE, b"\xe9\n")

child = subprocess.Popen([sys.executable, "-c", AT_ONCE], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
print(child.stdout.readline())
child.stdin.write(b"\n")
child.stdin.close()
print(child.stdout.read(), child.wait())
