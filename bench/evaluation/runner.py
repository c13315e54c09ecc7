"""`bench/run`: measures chosen programs on chosen interpreters, in turns; can be interrupted."""

import argparse
import shlex
import sys
import time
from dataclasses import dataclass

from evaluation import catalogue, interpreters, measure, packages
from evaluation.store import DEFAULT, FINAL, Store, key_of
from evaluation.summary import closing_lines

ABOUT = """\
Runs programs on interpreters and appends what came out to a file of JSON lines. All contenders take
turns, so that a busy moment of the machine hits all of them. An interrupted run goes on where it
stopped when the same command is given again; what has been measured with the same program and the
same interpreter is not measured again. NAME is a set (programs, interpreter, micro), a folder (npb,
stamp) or a program."""

ROUNDS = 3
# `--quick` begins no round that would end after this.
QUICK_SECONDS = 140
# A program whose contenders take longer than this together is measured in the first round only.
LONG_SECONDS = 120
LIMIT_SECONDS = 300

WRONG_STATUS = 1
USAGE_STATUS = 2
INTERRUPTED_STATUS = 130


@dataclass(frozen=True)
class Task:
    """One run that is to be made."""

    kind: str
    program: catalogue.Program
    interpreter: interpreters.Interpreter
    threads: int
    round: int


def parser():
    arguments = argparse.ArgumentParser(
        prog="bench/run", description=ABOUT, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = arguments.add_argument
    add("names", nargs="*", metavar="NAME", help="what to run (the set programs)")
    add("--quick", action="store_true", help="a choice of programs, in less than three minutes")
    add("--size", default=catalogue.USUAL, help="S, W, A, or T, which is for tests")
    add("--threads", help="such as 1,2 (default: 1, 2, 4 … up to the cores)")
    add("--rounds", type=int, default=ROUNDS, help=f"how often each is run ({ROUNDS})")
    add("--on", help="interpreters, such as gil,stm,python3 (default: all modes, peers found)")
    add(
        "--python",
        action="append",
        default=[],
        metavar="NAME=COMMAND",
        help="another interpreter; may be given several times",
    )
    add("--motet", metavar="PATH", help="our binary (target/release/motet)")
    add("--out", default=DEFAULT, metavar="FILE", help="where results go (target/bench/…)")
    add("--anew", action="store_true", help="forget the results that the file holds")
    add("--limit", type=float, default=LIMIT_SECONDS, help="seconds after which a run is stopped")
    add("--keep-going", action="store_true", help="go on after a wrong result; the end is still 1")
    add("--list", action="store_true", help="show programs and interpreters, and run nothing")
    return arguments


def say(text):
    print(text, file=sys.stderr, flush=True)


def thread_counts(text):
    """1, 2, 4 … and the number of cores, or what was asked for."""
    if text:
        counts = sorted({int(part) for part in text.split(",")})
        if counts[0] < 1:
            raise ValueError(text)
        return counts
    most = interpreters.cores()
    counts = [1]
    while counts[-1] * 2 <= most:
        counts.append(counts[-1] * 2)
    return counts if counts[-1] == most else [*counts, most]


def contenders(program, chosen, counts):
    """Who runs a program, and with how many threads."""
    return [
        (interpreter, threads)
        for threads in counts
        if program.threads_max is None or threads <= max(program.threads_max, counts[0])
        for interpreter in chosen
        if not interpreter.is_many or threads > 1
    ]


def is_observed(interpreter, threads, counts, quick):
    """Whether a contender is watched too: of memory, one number of threads tells enough."""
    if interpreter.is_many or quick and interpreter.name == "stm-stop":
        return False
    return interpreter.is_transactional or threads == counts[0]


def tasks_of_round(programs, chosen, counts, number, quick):
    """All runs of a round; the first has the observed ones too. Each round begins elsewhere."""
    tasks = []
    for program in programs:
        turns = contenders(program, chosen, counts)
        turn = number % max(len(turns), 1)
        for interpreter, threads in turns[turn:] + turns[:turn]:
            tasks.append(Task("run", program, interpreter, threads, number))
        if number == 0:
            for interpreter, threads in turns:
                if is_observed(interpreter, threads, counts, quick):
                    tasks.append(Task("observed", program, interpreter, threads, 0))
    return tasks


class Run:
    """A whole evaluation."""

    def __init__(self, options, programs, chosen, counts):
        self.options = options
        self.programs = programs
        self.chosen = chosen
        self.counts = counts
        self.store = Store(options.out)
        if options.anew:
            self.store.clear()
        self.finished = self.store.finished()
        self.about = {"machine": interpreters.machine(), "commit": interpreters.commit()}
        self.digests = {program: program.digest() for program in programs}
        self.refused = set()
        self.seconds = self.known_seconds()
        self.failures = 0
        self.start = time.monotonic()
        self.made = 0
        self.planned = 0

    def known_seconds(self):
        """How long the first round of each program took, as far as an earlier run has made it."""
        titles = {(program.set, program.title): program for program in self.programs}
        seconds = {}
        for line in self.store.read():
            program = titles.get((line["set"], line["program"]))
            is_first = line["kind"] == "run" and line["round"] == 0
            is_same = is_first and program is not None and line["digest"] == self.digests[program]
            if is_same and line["choice"] == self.options.size:
                seconds[program] = seconds.get(program, 0.0) + self.spent(line)
        return seconds

    def spent(self, result):
        """How long a run took, as far as it says so."""
        return self.options.limit if result["outcome"] == "late" else result.get("seconds", 0.0)

    def line(self, task):
        """What is known of a run before it is made."""
        program, interpreter = task.program, task.interpreter
        return {
            "kind": task.kind,
            "set": program.set,
            "program": program.title,
            "group": program.group,
            "digest": self.digests[program],
            "size": program.size(self.options.size),
            "choice": self.options.size,
            "interpreter": interpreter.name,
            "version": interpreter.version,
            "identity": interpreter.identity,
            "is_ours": interpreter.is_ours,
            "threads": task.threads,
            "round": task.round,
            "commit": self.about["commit"] if interpreter.is_ours else "",
            "machine": self.about["machine"],
        }

    def tasks(self, number):
        """All runs of a round."""
        quick = self.options.quick
        return tasks_of_round(self.programs, self.chosen, self.counts, number, quick)

    def all(self):
        """Makes all runs; the exit status."""
        rounds = [self.tasks(number) for number in range(self.options.rounds)]
        missing = [
            [task for task in tasks if key_of(self.line(task)) not in self.finished]
            for tasks in rounds
        ]
        self.planned = sum(map(len, missing))
        resumed = sum(map(len, rounds)) - self.planned
        if resumed:
            say(f"{resumed} runs are in {self.store.path} already, {self.planned} are to be made")
        for number, tasks in enumerate(missing):
            if number and tasks and not self.has_time(number):
                say(f"{number} rounds are made: there is no time for another")
                break
            for task in tasks:
                if not self.one(task):
                    return WRONG_STATUS
        return WRONG_STATUS if self.failures else 0

    def has_time(self, rounds_made):
        """Whether a quick run may begin another round."""
        if not self.options.quick:
            return True
        elapsed = time.monotonic() - self.start
        return elapsed * (rounds_made + 1) / rounds_made < QUICK_SECONDS

    def one(self, task):
        """Makes a run, unless it is known to be in vain; false if the table ends here."""
        self.made += 1
        program, interpreter = task.program, task.interpreter
        whole_seconds = self.seconds.get(program, 0.0)
        is_long = task.round > 0 and whole_seconds > LONG_SECONDS
        if is_long or (program, interpreter, task.threads) in self.refused:
            return True
        function = measure.timed if task.kind == "run" else measure.observed
        if interpreter.is_many:
            function = measure.timed_together
        size = program.size(self.options.size)
        result = function(interpreter, program, task.threads, size, self.options.limit)
        line = self.line(task) | result | {"unix_time": round(time.time())}
        self.store.append(line)
        if task.kind == "run" and task.round == 0:
            self.seconds[program] = whole_seconds + self.spent(result)
        self.tell(task, result)
        if result["outcome"] in FINAL:
            if result["outcome"] == "late":
                self.refused.add((program, interpreter, task.threads))
            return True
        return self.failed(task, result)

    def failed(self, task, result):
        """What a run without a verified result means: a peer may lack what a program needs."""
        if result["outcome"] == "error" and not task.interpreter.is_ours:
            self.refused.add((task.program, task.interpreter, task.threads))
            return True
        self.failures += 1
        what = "is wrong" if result["outcome"] == "wrong" else "failed"
        where = f"{task.program.set}/{task.program.title} on {task.interpreter.name}"
        say(f"{where}, {task.threads} threads, {what}: {result['message']}")
        size = task.program.size(self.options.size)
        command = measure.command_of(task.interpreter, task.program, task.threads, size)
        say(f"again: {shlex.join(command)}")
        if not self.options.keep_going:
            say("the table ends here (--keep-going goes on)")
        return self.options.keep_going

    def tell(self, task, result):
        """One line of progress."""
        elapsed = time.monotonic() - self.start
        left = elapsed / self.made * (self.planned - self.made)
        left = f"{left / 60:.0f} min" if left > 90 else f"{left:.0f} s"
        if result["outcome"] == "verified":
            what = f"{result['seconds']:.3f} s"
        else:
            what = result["message"]
        if task.kind == "observed":
            what = f"{result.get('peak_kilobytes', 0) / 1024:.1f} MB ({what}, watched)"
        threads = f"{task.threads} thread{'s' if task.threads > 1 else ''}"
        say(
            f"[{self.made}/{self.planned}, {left} left] {task.program.title:<18} "
            f"{task.interpreter.name:<10} {threads:<10} {what}"
        )


def show_list(programs, binary, given):
    for program in programs:
        print(f"{program.set + '/' + program.title:<32} {program.group}")
    modes, missing = interpreters.ours(binary)
    peers = interpreters.found_peers()
    for text in given:
        name, _, command = text.partition("=")
        peers[name] = interpreters.peer(name, shlex.split(command))
    for name, interpreter in (modes | peers).items():
        print(f"{name:<32} {interpreter.version}   {shlex.join(interpreter.command)}")
    for name, reason in missing.items():
        print(f"{name:<32} not there: {reason}")


def main(arguments):
    options = parser().parse_args(arguments)
    binary = options.motet or catalogue.ROOT / "target" / "release" / "motet"
    try:
        programs = catalogue.chosen(options.names, options.quick)
        counts = thread_counts(options.threads)
        if options.list:
            show_list(programs, binary, options.python)
            return 0
        names = options.on.split(",") if options.on else None
        if options.quick and names is None:
            names = [name for name in interpreters.MODES if name != "htm"]
            names += ["python3", *(text.partition("=")[0] for text in options.python)]
        chosen = interpreters.selected(names, binary, options.python, say)
    except catalogue.NoSuchProgram as error:
        say(f"bench/run: there is no set, folder or program '{error}'; see --list")
        return USAGE_STATUS
    except interpreters.NotThere as error:
        say(f"bench/run: {error}")
        return USAGE_STATUS
    except ValueError:
        say("bench/run: --threads wants numbers such as 1,2")
        return USAGE_STATUS
    for interpreter in chosen:
        say(f"{interpreter.name:<10} {interpreter.version}")
    programs = packages.prepared(programs, say)
    run = Run(options, programs, chosen, counts)
    try:
        status = run.all()
    except KeyboardInterrupt:
        say("interrupted; the same command goes on from here")
        return INTERRUPTED_STATUS
    keep = {(program.set, program.title) for program in programs}
    lines = [line for line in run.store.read() if (line["set"], line["program"]) in keep]
    for text in closing_lines(lines, options.size):
        print(text)
    return status
