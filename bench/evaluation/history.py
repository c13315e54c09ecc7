"""`bench/check`: is anything slower than the kept history says?

What is compared are ratios, gil over python3 and stm over gil, each within a round: they hold from
one day to the next where seconds do not. A program counts as slower when its median is worse than
that of every kept run by more than a tenth, and by more than the noise of both; what seems so is
measured once more, and only what is slower both times is told.
"""

import argparse
import json
import os
import time
from pathlib import Path

from evaluation import catalogue, interpreters
from evaluation.runner import Run, say
from evaluation.store import Store
from evaluation.summary import Table

ABOUT = """\
Measures a quick choice of programs (under three minutes) and compares ratios with the kept history:
gil over python3, stm over gil with one thread, stm with two threads over gil with one. Says what
became slower beyond noise; the exit code is 1 then. --record keeps the figures for the next time.
On a busy machine only single threads are compared."""

HISTORY = catalogue.BENCH / "history" / "check.jsonl"
RESULTS = catalogue.ROOT / "target" / "bench" / "check.jsonl"
# Short ones that stand for the parts of the system.
PROGRAMS = (
    "micro/call_positional",
    "micro/attribute_read",
    "micro/dict_get",
    "micro/list_append",
    "micro/generator",
    "micro/exception_through",
    "micro/allocate_instance",
    "micro/float_arithmetic",
    "micro/int_arithmetic",
    "micro/str_methods",
    "interpreter/calls",
    "interpreter/closures",
    "interpreter/sorting",
    "interpreter/words",
    "interpreter/atomic_tree",
    "interpreter/atomic_dict",
    "interpreter/read_singleton",
    "interpreter/lock_contended",
    "programs/scaling_loop",
    "programs/btree",
)
ROUNDS = 5
# No round begins that would end after this; and as much for what seems slower, again.
SECONDS = 105
AGAIN_SECONDS = 55
# Worse by less than this is never told.
TOLERANCE = 1.10
# How many kept runs are looked at, the latest.
KEPT = 5
# Name, what over what: less is better in all.
RATIOS = (
    ("gil / python3", ("gil", 1), ("python3", 1)),
    ("stm / gil", ("stm", 1), ("gil", 1)),
    ("stm 2 / gil", ("stm", 2), ("gil", 1)),
)
USAGE_STATUS = 2
SLOWER_STATUS = 1


def parser():
    arguments = argparse.ArgumentParser(
        prog="bench/check", description=ABOUT, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = arguments.add_argument
    add("names", nargs="*", metavar="NAME", help="programs (default: a quick choice)")
    add("--record", action="store_true", help="keep the figures in the history")
    add("--rounds", type=int, default=ROUNDS, help=f"how often each is run ({ROUNDS})")
    add("--size", default=catalogue.USUAL, help=argparse.SUPPRESS)
    add("--motet", metavar="PATH", help="our binary (target/release/motet)")
    add("--history", default=HISTORY, metavar="FILE", help="the kept figures (bench/history/…)")
    add("--out", default=RESULTS, metavar="FILE", help="where runs go (target/bench/check.jsonl)")
    return arguments


class Check(Run):
    """Runs as of `bench/run`, without what is watched only."""

    def tasks(self, number):
        tasks = [task for task in super().tasks(number) if task.kind == "run"]
        # python3 and gil tell nothing new with two threads.
        return [task for task in tasks if task.threads == 1 or task.interpreter.name == "stm"]

    def has_time(self, rounds_made):
        elapsed = time.monotonic() - self.start
        return elapsed * (rounds_made + 1) / rounds_made < self.options.seconds


def figures(table):
    """Median and bounds of each program's ratios.

    Of one thread, ratios of the processors' time: that another program runs beside does not matter
    much then. How two threads scale, only the clock can tell.
    """
    found = {}
    for program in sorted(table.groups):
        for name, above, below in RATIOS:
            is_single = above[1] == below[1] == 1
            ratio = (table.processor_ratio if is_single else table.ratio)(program, above, below)
            if ratio is not None:
                bounds = [round(value, 4) for value in (ratio.middle, *middle_half(ratio))]
                found[f"{'/'.join(program)}: {name}"] = bounds
    return found


def middle_half(ratio):
    """The bounds between which half of the figures lie."""
    ordered = sorted(ratio.figures)
    quarter = len(ordered) // 4
    return ordered[quarter], ordered[-1 - quarter]


def read_history(path, about):
    """The last runs of this machine's kind: ratios of other processors say little."""
    if not path.is_file():
        return []
    lines = [json.loads(text) for text in path.read_text(encoding="utf-8").splitlines() if text]
    return [line for line in lines if line["about"] == about][-KEPT:]


def slower(now, history):
    """What is worse than in every kept run, by more than the noise of both: name to text."""
    found = {}
    for name, (middle, low, _) in now.items():
        kept = [line["figures"][name] for line in history if name in line["figures"]]
        if not kept:
            continue
        worst_middle = max(figure[0] for figure in kept)
        worst_bound = max(figure[2] for figure in kept)
        if middle > worst_middle * TOLERANCE and low > worst_bound:
            best = min(figure[0] for figure in kept)
            text = f"{name} is {middle:.2f}, was {best:.2f}"
            text += f" to {worst_middle:.2f}" if len(kept) > 1 else ""
            found[name] = text
    return found


def main(arguments):
    options = parser().parse_args(arguments)
    binary = options.motet or catalogue.ROOT / "target" / "release" / "motet"
    try:
        programs = catalogue.chosen(options.names or PROGRAMS)
        chosen = interpreters.selected(["gil", "stm", "python3"], binary, [], say)
    except (catalogue.NoSuchProgram, interpreters.NotThere) as error:
        say(f"bench/check: {error}")
        return USAGE_STATUS
    counts = [1, 2] if interpreters.cores() > 1 and not is_busy() else [1]
    if counts == [1]:
        say("single threads only: there is one core, or the machine is busy")
    options.quick = options.anew = True
    options.keep_going = False
    options.limit = SECONDS
    options.seconds = SECONDS
    run = Check(options, programs, chosen, counts)
    status = run.all()
    if status:
        return status
    now = figures(Table(Store(options.out).read(), options.size))
    path = Path(options.history)
    about = about_these(chosen, options.size)
    history = read_history(path, about)
    complaints = slower(now, history)
    if complaints:
        again = measured_again(options, programs, chosen, counts, complaints)
        complaints = {name: complaints[name] for name in slower(again, history)}
    tell(now, history, complaints, path)
    if options.record:
        record(path, about, now)
    return SLOWER_STATUS if complaints else 0


def is_busy():
    """Whether others use the cores that two threads need."""
    return os.getloadavg()[0] > interpreters.cores() + 0.5


def about_these(chosen, size):
    """Only runs that are alike in this are compared."""
    machine = interpreters.machine()
    versions = [each.version for each in chosen if not each.is_ours]
    return [machine["cpu"], machine["cores"], *versions, size]


def measured_again(options, programs, chosen, counts, complaints):
    """The figures that seemed slower, of another run."""
    titles = {name.partition(":")[0] for name in complaints}
    say(f"{len(complaints)} ratios seem slower: once more")
    options.out = str(options.out) + ".again"
    options.seconds = AGAIN_SECONDS
    few = [program for program in programs if f"{program.set}/{program.title}" in titles]
    Check(options, few, chosen, counts).all()
    now = figures(Table(Store(options.out).read(), options.size))
    return {name: figure for name, figure in now.items() if name in complaints}


def tell(now, history, complaints, path):
    for text in complaints.values():
        print("slower:", text)
    if not history:
        print(f"nothing is kept of such a machine in {path}: there is nothing to compare with")
        return
    count = len(now) - len(complaints)
    print(f"{count} of {len(now)} ratios are not slower than in {len(history)} kept runs")


def record(path, about, now):
    line = {"about": about, "commit": interpreters.commit(), "unix_time": int(time.time())}
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "a", encoding="utf-8") as file:
        file.write(json.dumps(line | {"figures": now}) + "\n")
    print(f"kept in {path}")
