"""What attacks share that check themselves: they run the interpreter that is named to them."""

import argparse
import os
import random
import subprocess
import sys
import time

TIME_LIMIT_SECONDS = 60


class Attack:
    """An attack of some seconds; `failures` are kept as files."""

    def __init__(self, documentation):
        parser = argparse.ArgumentParser(description=documentation)
        parser.add_argument("interpreter")
        parser.add_argument("--seed", default="1")
        parser.add_argument("--seconds", type=float, default=10)
        parser.add_argument("--keep", default=".")
        options = parser.parse_args()
        self.interpreter = os.path.abspath(options.interpreter)
        self.seed, self.keep = options.seed, options.keep
        self.random = random.Random(options.seed)
        self.until = time.monotonic() + options.seconds
        self.turns = self.failures = 0

    def goes_on(self):
        self.turns += 1
        return self.turns == 1 or time.monotonic() < self.until

    def run(self, *arguments, folder=None, environment=None):
        """(status, output, errors) of the interpreter; the status of what hangs is None."""
        try:
            done = subprocess.run(
                [self.interpreter, *arguments], capture_output=True, timeout=TIME_LIMIT_SECONDS,
                cwd=folder, env={**os.environ, **(environment or {})}, stdin=subprocess.DEVNULL,
            )
        except subprocess.TimeoutExpired:
            return None, b"", b"hangs"
        return done.returncode, done.stdout, done.stderr

    def fail(self, kind, content, why):
        self.failures += 1
        path = os.path.join(self.keep, f"{kind}-{self.seed}-{self.turns}")
        with open(path, "wb") as file:
            file.write(content)
        print(f"{kind}: {why}: kept as {path}")

    def end(self, kind):
        print(f"{kind}: {self.turns - 1} turns, {self.failures} failures")
        sys.exit(self.failures > 0)
