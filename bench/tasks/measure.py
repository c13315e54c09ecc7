"""Measures tasks: measure.py NAME… For each a line: its name, nanoseconds, and a digest of what it gives; with tabs."""

import hashlib
import sys
import time
import traceback

from tasks import tasks

ROUND_SECONDS = 0.1
ROUNDS = 3


def shortest(run):
    """The lowest time of a few rounds that follow a round in which caches fill."""
    begin, count = time.perf_counter(), 0
    while time.perf_counter() - begin < ROUND_SECONDS:
        run()
        count += 1
    lowest = float("inf")
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        for _ in range(count):
            run()
        lowest = min(lowest, (time.perf_counter() - begin) / count)
    return lowest


def main():
    known = tasks()
    if sys.argv[1:] == ["--list"]:
        print(*known, sep="\n")
        return
    for name in sys.argv[1:]:
        try:
            run = known[name]()
            digest = hashlib.sha256(repr(run()).encode("utf-8", "backslashreplace")).hexdigest()[:12]
            print(name, f"{shortest(run) * 1e9:.0f}", digest, sep="\t", flush=True)
        except Exception as error:
            print(name, "failed", repr(error)[:200].replace("\n", " "), sep="\t", flush=True)
            traceback.print_exc()


main()
