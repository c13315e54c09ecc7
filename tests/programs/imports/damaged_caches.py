# Damaged files of kept code are made anew: no change of a byte runs other code.
import importlib.util
import os
import random
import subprocess
import sys
import tempfile

SOURCE = """
import math

class A:
    def f(self, x, *rest, y=2, **named):
        try:
            return [i * x for i in range(y)] + list(rest)
        except (ValueError, TypeError) as error:
            raise KeyError(x) from error
        finally:
            named.clear()

def g(n):
    total = 123456789012345678901234567890
    while n:
        yield n, {"a": n, **{"b": 1.5}}, f"{n!r:>3}", total
        n -= 1

print(A().f(3, 1), [*g(2)], math.pi > 3, lambda: g)
""".replace(", lambda: g)", ")")
RUNNER = """
import sys
sys.path.insert(0, sys.argv[1])
import kept
"""
draw = random.Random(11)
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "kept.py")
    with open(path, "w") as file:
        file.write(SOURCE)
    command = [sys.executable, "-c", RUNNER, folder]

    def run():
        environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
        done = subprocess.run(command, capture_output=True, text=True, env=environment)
        return done.returncode, done.stdout, done.stderr

    good = run()
    print(good)
    cache = importlib.util.cache_from_source(path)
    with open(cache, "rb") as file:
        content = file.read()
    wrong = 0
    for number in range(24):
        changed = bytearray(content)
        kind = number % 4
        # The front (mark, times) is CPython's or ours: what follows is the code.
        place = draw.randrange(48, len(content))
        if kind == 0:
            changed[place] ^= 1 << draw.randrange(8)
        elif kind == 1:
            del changed[place:]
        elif kind == 2:
            changed[place : place + 4] = b"\xff" * 4
        else:
            changed[place:place] = bytes([draw.randrange(256)])
        if sys.implementation.name != "cpython":
            with open(cache, "wb") as file:
                file.write(changed)
        wrong += run() != good
    print("wrong", wrong)
