"""From results to figures: medians, paired ratios, geometric means, and what misses its target."""

import math
from dataclasses import dataclass
from statistics import median

from evaluation.catalogue import INDEPENDENT, LANGUAGE, LOCKS, MICRO, READS, SETS
from evaluation.interpreters import PROCESSES
from evaluation.store import latest

# Issue 4's targets, for the set `interpreter`.
SPEED_MEAN = 2.0
SPEED_EACH = 1.0
OVERHEAD_MEAN = 1.10
OVERHEAD_EACH = 1.25
PARALLEL_INDEPENDENT = 1.8
PARALLEL_SHARED = 1.5
MEMORY_EACH = 2.0


@dataclass(frozen=True)
class Spread:
    """Some figures: their median and their bounds."""

    figures: tuple[float, ...]
    middle: float
    low: float
    high: float

    @property
    def count(self):
        return len(self.figures)


def spread(figures):
    figures = tuple(figures)
    if not figures:
        return None
    return Spread(figures, median(figures), min(figures), max(figures))


def geometric_mean(figures):
    figures = list(figures)
    if not figures:
        return None
    return math.exp(sum(math.log(figure) for figure in figures) / len(figures))


class Table:
    """Results of one choice of size, by set, program, interpreter and number of threads."""

    def __init__(self, lines, choice):
        self.choice = choice
        self.sizes = {}
        self.seconds = {}
        self.processor_seconds = {}
        self.observed = {}
        self.groups = {}
        self.failures = []
        self.versions = {}
        self.machines = []
        self.commits = []
        self.is_ours = {}
        for line in latest(lines):
            if line["choice"] == choice:
                self.add(line)

    def add(self, line):
        program = (line["set"], line["program"])
        place = (*program, line["interpreter"], line["threads"])
        self.groups[program] = line["group"]
        self.sizes[program] = line["size"]
        self.versions[line["interpreter"]] = line["version"]
        self.is_ours[line["interpreter"]] = line.get("is_ours", False)
        if line["machine"] not in self.machines:
            self.machines.append(line["machine"])
        if line["commit"] and line["commit"] not in self.commits:
            self.commits.append(line["commit"])
        if line["outcome"] != "verified":
            self.failures.append(line)
        elif line["kind"] == "run":
            # A clock that shows nothing must not divide.
            self.seconds.setdefault(place, {})[line["round"]] = max(line["seconds"], 1e-4)
            used = max(line.get("processor_seconds", 0), 1e-4)
            self.processor_seconds.setdefault(place, {})[line["round"]] = used
        if line["kind"] == "observed":
            self.observed[place] = line

    def sets(self):
        return [name for name in SETS if self.programs(name)]

    def programs(self, which, group=None):
        """The programs of a set, by group and name."""
        chosen = [
            program
            for program, its_group in self.groups.items()
            if program[0] == which and group in (None, its_group)
        ]
        return sorted(chosen, key=lambda program: (self.groups[program], program))

    def groups_of(self, which):
        return sorted({self.groups[program] for program in self.programs(which)})

    def interpreters(self):
        """Ours first, in the order of the modes."""
        order = ["gil", "stm", "stm-stop", "htm", PROCESSES]
        names = {place[2] for place in self.seconds}
        known = [name for name in order if name in names]
        return known + sorted(names - set(order), key=lambda name: (name != "python3", name))

    def thread_counts(self):
        return sorted({place[3] for place in self.seconds})

    def time(self, program, interpreter, threads):
        """Seconds, over the rounds."""
        return spread(self.seconds.get((*program, interpreter, threads), {}).values())

    def processor_ratio(self, program, above, below):
        """As `ratio`, of the time that processors spent."""
        upper = self.processor_seconds.get((*program, *above), {})
        lower = self.processor_seconds.get((*program, *below), {})
        return spread(upper[number] / lower[number] for number in upper if number in lower)

    def ratio(self, program, above, below):
        """Time of `above` over time of `below`, both (interpreter, threads): paired by round.

        Two runs of one round were made one soon after the other, so the machine's changes of
        speed mostly cancel.
        """
        upper = self.seconds.get((*program, *above), {})
        lower = self.seconds.get((*program, *below), {})
        return spread(upper[number] / lower[number] for number in upper if number in lower)

    def memory(self, program, interpreter, threads):
        """Peak megabytes."""
        line = self.observed.get((*program, interpreter, threads))
        kilobytes = line.get("peak_kilobytes") if line else None
        return kilobytes / 1024 if kilobytes else None

    def statistics(self, program, interpreter, threads):
        line = self.observed.get((*program, interpreter, threads))
        return line.get("statistics") if line else None

    def mean(self, programs, above, below):
        """The geometric mean of the programs' ratios, and of how many."""
        ratios = [self.ratio(program, above, below) for program in programs]
        ratios = [ratio.middle for ratio in ratios if ratio is not None]
        return geometric_mean(ratios), len(ratios)


def parallel_threads(table):
    """The most threads that were tried; None if it is one."""
    most = max(table.thread_counts(), default=1)
    return most if most > 1 else None


def columns(table):
    """The figures of a closing summary: title, what over what, above one is better."""
    found = [("gil, times as fast as python3", ("python3", 1), ("gil", 1), True)]
    found.append(("stm / gil, one thread", ("stm", 1), ("gil", 1), False))
    most = parallel_threads(table)
    if most is not None:
        title = f"stm with {most} threads over gil with one"
        found.append((title, ("gil", 1), ("stm", most), True))
        if PROCESSES in table.interpreters():
            title = f"{most} processes of gil at once"
            found.append((title, ("gil", 1), (PROCESSES, most), True))
    return found


def closing_lines(lines, choice):
    """What `bench/run` says at its end: means by group, and what misses a target."""
    table = Table(lines, choice)
    out = []
    for which in table.sets():
        out += ["", f"{which}, {choice} size: geometric means of the rounds' medians"]
        for group in [*table.groups_of(which), None]:
            programs = table.programs(which, group)
            parts = []
            for title, above, below, _ in columns(table):
                mean, count = table.mean(programs, above, below)
                if mean is not None:
                    parts.append(f"{title} {mean:.2f}" + ("" if group else f" ({count})"))
            if parts:
                out.append(f"  {group or 'all':<32} {'; '.join(parts)}")
        if which == "micro":
            out += micro_lines(table)
        if which == "interpreter":
            out += ["", "targets of the interpreter"] + [f"  {text}" for text in verdicts(table)]
    for line in table.failures:
        where = f"{line['program']} on {line['interpreter']}, {line['threads']} threads"
        out.append(f"{where}: {line['message']}")
    return out


def micro_lines(table):
    """A line for each operation."""
    out = [f"  {'':<24}{'python3/gil':>12}{'stm/gil':>9}"]
    for program in table.programs("micro"):
        cells = ""
        for above, below in ((("python3", 1), ("gil", 1)), (("stm", 1), ("gil", 1))):
            ratio = table.ratio(program, above, below)
            width = 12 if not cells else 9
            cells += f"{ratio.middle:>{width}.2f}" if ratio else " " * width
        out.append(f"  {program[1]:<24}{cells}")
    return out


def verdict(name, figure, is_met, target):
    return f"{'met   ' if is_met else 'MISSED'} {name}: {figure:.2f} (asked: {target})"


def verdicts(table, which="interpreter"):
    """Issue 4's targets, each met or missed, and the programs that miss their own."""
    programs = table.programs(which)
    out = []
    speed, count = table.mean(programs, ("python3", 1), ("gil", 1))
    if speed is not None:
        name = f"gil over python3, mean of {count}"
        out.append(verdict(name, speed, speed >= SPEED_MEAN, f"at least {SPEED_MEAN}"))
        out += misses(table, programs, ("python3", 1), ("gil", 1), SPEED_EACH, True)
    overhead, count = table.mean(programs, ("stm", 1), ("gil", 1))
    if overhead is not None:
        name = f"stm / gil with one thread, mean of {count}"
        out.append(
            verdict(name, overhead, overhead <= OVERHEAD_MEAN, f"at most {OVERHEAD_MEAN:.2f}")
        )
        out += misses(table, programs, ("stm", 1), ("gil", 1), OVERHEAD_EACH, False)
    most = parallel_threads(table)
    if most is not None:
        out += parallel_verdicts(table, which, most)
    return out + memory_verdicts(table, programs)


def parallel_verdicts(table, which, most):
    """For locks and queues nothing was asked."""
    out = []
    for group in table.groups_of(which):
        programs = table.programs(which, group)
        speed_up, count = table.mean(programs, ("gil", 1), ("stm", most))
        if speed_up is None or group in (LOCKS, MICRO):
            continue
        is_plain = group in (INDEPENDENT, LANGUAGE, READS)
        # Asked for two threads on two cores; more threads are asked for as much of theirs.
        target = (PARALLEL_INDEPENDENT if is_plain else PARALLEL_SHARED) * most / 2
        name = f"stm with {most} threads over gil with one, {group}, mean of {count}"
        asked = f"at least {target}"
        ceiling, _ = table.mean(programs, ("gil", 1), (PROCESSES, most))
        if ceiling is not None:
            asked += f"; {most} processes of gil at once reach {ceiling:.2f}"
        out.append(verdict(name, speed_up, speed_up >= target, asked))
        out += misses(table, programs, ("gil", 1), ("stm", most), target, True)
    return out


def misses(table, programs, above, below, target, is_more_better):
    """The programs whose own figure misses the target."""
    out = []
    for program in programs:
        ratio = table.ratio(program, above, below)
        if ratio is None:
            continue
        is_met = ratio.middle >= target if is_more_better else ratio.middle <= target
        if not is_met:
            bounds = f"[{ratio.low:.2f}–{ratio.high:.2f}]"
            out.append(f"         {program[1]}: {ratio.middle:.2f} {bounds}")
    return out


def memory_ratios(table, programs, interpreter="stm"):
    """Peak memory over python3's, by program."""
    ratios = {}
    for program in programs:
        own = table.memory(program, interpreter, 1)
        theirs = table.memory(program, "python3", 1)
        if own and theirs:
            ratios[program] = own / theirs
    return ratios


def memory_verdicts(table, programs):
    ratios = memory_ratios(table, programs)
    if not ratios:
        return []
    mean = geometric_mean(ratios.values())
    over = {program: ratio for program, ratio in ratios.items() if ratio > MEMORY_EACH}
    name = f"memory of stm over python3's, mean of {len(ratios)}"
    is_met = not over
    out = [verdict(name, mean, is_met, f"each at most {MEMORY_EACH}")]
    for program, ratio in over.items():
        own = table.memory(program, "stm", 1)
        out.append(f"         {program[1]}: {ratio:.2f} ({own:.0f} MB)")
    return out
