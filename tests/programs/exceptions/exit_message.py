# sys.exit with a text prints it to stderr and ends with status 1.
import sys


def leave():
    try:
        sys.exit("message for stderr")
    except Exception:
        print("never: SystemExit is no Exception")


try:
    sys.exit(3)
except SystemExit as stop:
    print("caught", stop.code)
try:
    leave()
finally:
    print("out")
