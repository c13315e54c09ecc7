"""Where the threads' time went, why transactions were given up: from `-X tm_stats=json:FILE`."""

from dataclasses import dataclass

# Waits that belong to the runtime. What a thread waits for of its program's own (locks, other
# threads' ends, sleep) is no price of transactions: it is left out.
RUNTIME_WAITS = (
    "segment",
    "stop",
    "resume",
    "lock",
    "winner",
    "GIL",
    "inevitability",
    "log",
)
# Of these, the ones that happen between two attempts, not inside of one.
OUTSIDE = ("segment", "winner", "GIL")
CAUSES = ("read-write", "write-write", "inevitable", "wait")


@dataclass(frozen=True)
class Breakdown:
    """Shares of the time that threads had for work; they add up to one."""

    committed: float
    serialised: float
    aborted: float
    waiting: float

    def parts(self):
        return (self.committed, self.serialised, self.aborted, self.waiting)


PART_NAMES = ("committed", "committed, inevitable", "aborted", "waiting")


def breakdown(statistics):
    """Of one run."""
    waited = statistics["waited_ns"]
    waiting = sum(waited.get(name, 0) for name in RUNTIME_WAITS)
    inside = sum(waited.get(name, 0) for name in RUNTIME_WAITS if name not in OUTSIDE)
    serialised = statistics["serial_ns"]
    # Commits were timed with what they waited for inside.
    committed = max(statistics["committed_ns"] - inside - serialised, 0)
    aborted = statistics["aborted_ns"]
    whole = max(committed + serialised + aborted + waiting, 1)
    return Breakdown(committed / whole, serialised / whole, aborted / whole, waiting / whole)


def abort_shares(statistics):
    """By cause, what part of all attempts was given up."""
    aborts = statistics["aborts"]
    attempts = max(statistics["commits"] + sum(aborts.values()), 1)
    return {cause: aborts.get(cause, 0) / attempts for cause in CAUSES}
