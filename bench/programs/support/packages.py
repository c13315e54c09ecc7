"""The packages of the programs of `bench/library`, which `bench/run library` installs.

They lie in a folder of their own, `target/bench-packages`; without the parts that are not Python.
"""

import os
import sys
import zlib

FOLDER = os.path.realpath(os.path.join(os.path.dirname(__file__), "../../../target/bench-packages"))
sys.path.append(FOLDER)


def short(*parts):
    """A number that tells results apart."""
    number = 0
    for part in parts:
        content = part if isinstance(part, bytes) else str(part).encode()
        number = zlib.crc32(content, number)
    return number
