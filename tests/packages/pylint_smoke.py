# pylint judges a module that has faults, as a program would start it.
import io
import os
import sys
import tempfile

from pylint.lint import Run
from pylint.reporters.text import TextReporter

SOURCE = '''"""A module."""
import os
import sys as system
from collections import *


class shelf:
    def __init__(self):
        self.books = []

    def put(self, book, unused):
        "puts"
        if book == None:
            return True
        self.boks.append(book)

    def get(this):
        return undefined_name


def f(a=[]):
    """f"""
    try:
        x = 1
        print("%s %s" % (a,))
    except:
        pass
    for i in range(len(a)):
        print(a[i])
    return "abc".uper()


f(1, 2)
shelf().put()
'''
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "faults.py")
    with open(path, "w") as file:
        file.write(SOURCE)
    out = io.StringIO()
    run = Run([path, "--rcfile=/dev/null", "--score=n", "--msg-template={line}:{column} {symbol} {msg}", "--persistent=n",
               "--disable=wildcard-import,unused-wildcard-import"],
              reporter=TextReporter(out), exit=False)
    print(out.getvalue().replace(folder, ""))
    print(run.linter.msg_status, run.linter.stats.by_msg)
