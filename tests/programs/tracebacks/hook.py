# the whole error output counts
import sys


def hook(kind, value, traceback):
    print("hook:", kind.__name__, value, traceback is not None)


sys.excepthook = hook
raise ValueError("hooked")
