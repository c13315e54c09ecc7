# When the functions of atexit have been called, no process is forked and no thread begins.
import _thread
import atexit
import os
import subprocess
import sys
import threading


def attempt(action):
    try:
        action()
    except PythonFinalizationError as error:
        print(error)


class Last:
    def __del__(self, attempt=attempt, sys=sys, os=os, subprocess=subprocess):
        print("last", sys.is_finalizing())
        attempt(os.fork)
        attempt(lambda: _thread.start_new_thread(print, ()))
        attempt(threading.Thread(target=print).start)
        attempt(lambda: subprocess.Popen([sys.executable], preexec_fn=print))


@atexit.register
def before():
    print("atexit", sys.is_finalizing())


kept = Last()
print(sys.is_finalizing())
