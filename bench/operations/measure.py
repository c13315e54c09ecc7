"""Measures a portion of the operations: measure.py [--exec] FIRST COUNT. A line each: place, tab, nanoseconds."""

import importlib
import os
import sys
import tempfile
import time

from operations import operations

ROUND_SECONDS = 0.004
ROUNDS = 5

SOURCE = """{preparation}

def run_(count_, clock_):
    begin_ = clock_()
    for _ in range(count_):
        {operation}
    return clock_() - begin_
"""


def runner(place, source, by_exec, folder):
    """The function that repeats an operation: of a module, or one whose globals are a plain dict."""
    name = f"operation_{place}"
    if by_exec:
        names = {"__name__": name}
        exec(source, names)
        return names["run_"]
    with open(os.path.join(folder, name + ".py"), "w") as file:
        file.write(source)
    importlib.invalidate_caches()
    return importlib.import_module(name).run_


def main():
    by_exec = "--exec" in sys.argv
    first, count = map(int, sys.argv[-2:])
    sys.dont_write_bytecode = True
    with tempfile.TemporaryDirectory() as folder:
        sys.path.insert(0, folder)
        for place, (preparation, operation) in list(enumerate(operations()))[first:first + count]:
            try:
                source = SOURCE.format(preparation=preparation, operation=operation)
                run, times = runner(place, source, by_exec, folder), 1
                while run(times, time.perf_counter) < ROUND_SECONDS:
                    times *= 4
                best = min(run(times, time.perf_counter) for _ in range(ROUNDS))
                print(f"{place}\t{best / times * 1e9:.1f}", flush=True)
            except Exception as error:
                print(f"{place}\t{error!r}", flush=True)


main()
