"""The two papers' headline claims, each beside our own figure for it.

The papers ran on 4 and 12 cores, in other interpreters; what is compared is the shape of a claim:
does it scale, what does one thread pay, how often is work thrown away. Where our machine has fewer
cores the figure is for as many threads as were run. There is no hardware transactional memory here:
the second paper's claims stand beside our software transactions.
"""

from dataclasses import dataclass

from evaluation.summary import geometric_mean, parallel_threads

STM_PAPER = "Meier, Rigo, Gross (STM)"
HTM_PAPER = "Odaira, Castanos, Tomari (HTM)"
# The STM paper's programs: independent work, and those with atomic blocks.
STM_INDEPENDENT = ("mandelbrot", "mersenne", "miller_rabin", "raytrace", "richards")
STM_SHARED = ("btree", "skiplist", "threadworms")
NPB = ("bt", "cg", "ft", "is", "lu", "mg", "sp")


@dataclass(frozen=True)
class Claim:
    """A row: who says what, their figure, and ours (a dash where nothing was measured)."""

    paper: str
    claim: str
    theirs: str
    ours: str


class Figures:
    """Our figures for claims, from a table of results."""

    def __init__(self, table):
        self.table = table
        self.most = parallel_threads(table)

    def programs(self, titles):
        return [("programs", title) for title in titles]

    def middles(self, titles, above, below):
        """The ratios of those programs that have one."""
        ratios = {}
        for program in self.programs(titles):
            ratio = self.table.ratio(program, above, below)
            if ratio is not None:
                ratios[program[1]] = ratio.middle
        return ratios

    def mean_text(self, titles, above, below):
        ratios = self.middles(titles, above, below)
        if not ratios:
            return "–"
        lowest = min(ratios, key=ratios.get)
        highest = max(ratios, key=ratios.get)
        mean = geometric_mean(ratios.values())
        if len(ratios) == 1:
            return f"{mean:.2f}"
        return (
            f"{mean:.2f} (mean of {len(ratios)}; {lowest} {ratios[lowest]:.2f} "
            f"to {highest} {ratios[highest]:.2f})"
        )

    def self_speed_up(self, titles, interpreter="stm"):
        """Time with one thread over time with the most."""
        if self.most is None:
            return "–"
        text = self.mean_text(titles, (interpreter, 1), (interpreter, self.most))
        return text if text == "–" else f"{text} with {self.most} threads"

    def over_gil(self, titles):
        if self.most is None:
            return "–"
        text = self.mean_text(titles, ("gil", 1), ("stm", self.most))
        return text if text == "–" else f"{text} with {self.most} threads"

    def wins(self, titles, above, below):
        """In how many programs `below` takes less time."""
        ratios = self.middles(titles, above, below)
        if not ratios:
            return "–"
        losers = [name for name, ratio in ratios.items() if ratio <= 1]
        text = f"{len(ratios) - len(losers)} of {len(ratios)}"
        return text + (f" (not {', '.join(losers)})" if losers else "")

    def aborts(self, titles):
        """Aborts over all attempts with the most threads, by program."""
        found = {}
        for program in self.programs(titles):
            statistics = self.table.statistics(program, "stm", self.most)
            if statistics:
                aborts = sum(statistics["aborts"].values())
                found[program[1]] = aborts / max(aborts + statistics["commits"], 1)
        return found

    def aborts_text(self, titles):
        ratios = self.aborts(titles)
        if not ratios:
            return "–"
        return ", ".join(f"{name} {100 * ratio:.1f} %" for name, ratio in ratios.items())

    def conflict_count(self, title):
        statistics = self.table.statistics(("programs", title), "stm", self.most)
        if not statistics:
            return "–"
        aborts = statistics["aborts"]
        conflicts = aborts["read-write"] + aborts["write-write"]
        return f"{conflicts} in {statistics['commits']} transactions"

    def read_write_text(self, titles):
        """Which part of the conflicts are of what was read."""
        reads = writes = 0
        for program in self.programs(titles):
            statistics = self.table.statistics(program, "stm", self.most)
            if statistics:
                reads += statistics["aborts"]["read-write"]
                writes += statistics["aborts"]["write-write"]
        if not reads + writes:
            return "–" if self.most is None else "no conflicts"
        return f"{100 * reads / (reads + writes):.0f} % of {reads + writes}"


def claims(table):
    """All rows."""
    ours = Figures(table)
    most = ours.most or 1
    eight = STM_INDEPENDENT + STM_SHARED
    npb = [f"npb/{name}" for name in NPB]
    stm = [
        ("an empty loop scales: 4 threads do 3.67 times one thread's work", "3.67",
         ours.self_speed_up(("scaling_loop",))),
        ("that loop has no conflicts", "0", ours.conflict_count("scaling_loop")),
        ("with one thread transactions cost 40.1 % in the mean, 65.5 % at most (richards)",
         "1.40", ours.mean_text(eight, ("stm", 1), ("gil", 1))),
        ("independent work on 4 threads: 2.7 times one thread", "2.7",
         ours.self_speed_up(STM_INDEPENDENT)),
        ("shared structures in atomic blocks on 4 threads: 2.5 times one thread", "2.5",
         ours.self_speed_up(STM_SHARED)),
        ("two threads already beat the lock in every program", "8 of 8",
         ours.wins(eight, ("gil", 1), ("stm", most))),
        ("the best of transactions over one thread under the lock: 1.11 to 2.55",
         "1.11–2.55", ours.over_gil(eight)),
        ("as many threads as CPython: faster than CPython in every program", "8 of 8",
         ours.wins(eight, ("python3", most), ("stm", most))),
        ("under the lock more threads make it slower", "0.3–1.0",
         ours.self_speed_up(eight, "gil")),
    ]
    htm = [
        ("While and Iterator on 12 threads: 11 and 10 times", "11, 10",
         ours.over_gil(("while_loop", "iterator"))),
        ("under the lock these do not scale at all", "1.0",
         ours.self_speed_up(("while_loop", "iterator"), "gil")),
        ("NAS kernels on 12 threads: 1.9 (CG, IS, LU) to 4.4 times (FT)", "1.9–4.4",
         ours.over_gil(npb)),
        ("the same over their own single thread: 3.6 in the mean", "3.6",
         ours.self_speed_up(npb)),
        ("with one thread transactions cost 18 to 35 %", "1.18–1.35",
         ours.mean_text(npb, ("stm", 1), ("gil", 1))),
        ("less than 2 % (zEC12) or 7 % (Xeon) of transactions abort", "< 2 %, < 7 %",
         ours.aborts_text(npb)),
        ("more than 80 % of what forces the lock are conflicts with what was read", "> 80 %",
         ours.read_write_text(npb)),
        ("a server with a thread for each request: 14 % (zEC12), 57 % (Xeon) over the lock",
         "1.14, 1.57", ours.mean_text(("request_loop",), ("gil", most), ("stm", most))),
        ("the lock beats transactions nowhere in the NAS kernels", "7 of 7",
         ours.wins(npb, ("gil", most), ("stm", most))),
    ]
    rows = [Claim(STM_PAPER, *row) for row in stm]
    return rows + [Claim(HTM_PAPER, *row) for row in htm]
