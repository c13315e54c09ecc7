# A function of a kept file whose body somebody has changed, with a sound checksum, is refused when it is called.
import importlib.util
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).parents[2] / "attack"))
from packed import Places, checksum

SOURCE = '''
def sound(a, b=2):
    return a * b

def changed(a, *rest, key=None):
    "Its text."
    return [a, *rest, key, "of changed"]

class Kept:
    def method(self):
        return "method"

def makes(n):
    for i in range(n):
        yield i, lambda: i
'''
RUNNER = """
import sys
sys.path.insert(0, sys.argv[1])
import kept

def told(function, *arguments):
    try:
        return function(*arguments)
    except SystemError as error:
        return "refused"

print(told(kept.sound, 2), told(kept.sound, 3))
for turn in range(2):
    result = told(kept.changed, 1, 2)
    print(result in ("refused", [1, 2, None, "of changed"]))
shown = kept.changed.__code__
print(shown.co_name, shown.co_varnames[:2], shown.co_argcount, shown.co_kwonlyargcount)
list(shown.co_lines()), shown.co_consts, shown.co_code, shown.co_positions()
print(told(kept.Kept().method), [a for a, b in kept.makes(2)])
"""


def run(folder):
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, "-c", RUNNER, folder]
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    return done.returncode, done.stdout, done.stderr


with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "kept.py")
    with open(path, "w") as file:
        file.write(SOURCE)
    good = run(folder)
    print(good)
    cache = importlib.util.cache_from_source(path)
    content = pathlib.Path(cache).read_bytes()
    wrong = refused = 0
    if sys.implementation.name != "cpython":
        start = next(at for at in range(64) if checksum(content[at + 8:]) == content[at:at + 8])
        packed = content[start + 8:]
        place, begin, end = next(body for body in Places(packed).bodies if b"of changed" in packed[slice(*body[1:])] and
                                 b"method" not in packed[slice(*body[1:])])
        for number in range(0, 40):
            at = begin + number * (end - begin) // 40
            other = packed[:at] + bytes([packed[at] ^ 0xA5]) + packed[at + 1:]
            pathlib.Path(cache).write_bytes(content[:start] + checksum(other) + other)
            found = run(folder)
            wrong += found[0] < 0 or found[1].splitlines()[:1] != good[1].splitlines()[:1]
            refused += found != good
    print("wrong", wrong)
    print(sys.implementation.name == "cpython" or refused > 0)
