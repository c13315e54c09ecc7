"""What is native in CPython leaves no entries in tracebacks, whatever it is written in here."""
import array
import io
import os
import struct
import traceback


def told(call):
    try:
        call()
    except Exception as error:
        entries = traceback.extract_tb(error.__traceback__)
        print(type(error).__name__, error, [entry.name for entry in entries])


told(lambda: open("/no/such/file"))
told(lambda: os.stat("/no/such/file"))
told(lambda: os.listdir("/no/such/folder"))
told(lambda: open("/"))
told(lambda: open("/dev/null", "bogus"))
told(lambda: io.StringIO().fileno())
told(lambda: io.BytesIO().readinto(5))
told(lambda: struct.pack("i", "a"))
told(lambda: array.array("i", ["a"]))
