"""A warning of an open file or socket that is an error has no receiver, and the file is closed all the same."""

import gc
import os
import socket
import sys
import warnings

warnings.simplefilter("error", ResourceWarning)
told = []
sys.unraisablehook = told.append


def lose(make):
    file = make()
    number = file.fileno()
    del file
    gc.collect()
    try:
        os.fstat(number)
        print("open still")
    except OSError as error:
        print("closed", error.errno)


for make in (
    lambda: open("/dev/null"), lambda: open("/dev/null", "rb"), lambda: open("/dev/null", "wb", 0), socket.socket,
):
    lose(make)
for one in told:
    number = one.exc_value
    words = (one.err_msg or "").split(" ")
    print(type(one.exc_value).__name__, str(one.exc_value).split(" ")[:2], words[:6], one.object)
