# the whole error output counts
"""Files that nobody has closed are told of at the end of the program, each once."""

import warnings

warnings.simplefilter("always", ResourceWarning)
# Without a source: where memory of the file was taken is not told.
warnings._formatwarnmsg = lambda message: (
    f"{message.filename}:{message.lineno}: {message.category.__name__}: {message.message}\n"
)

file = open("/dev/null", encoding="ascii")


def last():
    print("the program ends")


import atexit

atexit.register(last)
