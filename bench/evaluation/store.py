"""What was measured, as lines of JSON: appended as it comes, so that an interruption loses nothing.

A line says everything that it depends on. `kind` is "run" (timed) or "observed" (not timed: memory
and what the transactions did). `outcome` is "verified", "wrong" (the program refused its own
result), "error" (it did not come to a verdict) or "late" (it was stopped).
"""

import json
from pathlib import Path

from evaluation.catalogue import ROOT

DEFAULT = ROOT / "target" / "bench" / "results.jsonl"
# What makes two lines the same measurement.
KEY = (
    "kind",
    "set",
    "program",
    "digest",
    "choice",
    "interpreter",
    "identity",
    "threads",
    "round",
)
# With these there is no need to measure again.
FINAL = ("verified", "late")


def key_of(line):
    return tuple(line.get(name) for name in KEY)


class Store:
    """A file of results."""

    def __init__(self, path):
        self.path = Path(path)

    def read(self):
        """All lines. A last line that was cut off by an interruption is left out."""
        lines = []
        if not self.path.is_file():
            return lines
        for text in self.path.read_text(encoding="utf-8").splitlines():
            try:
                lines.append(json.loads(text))
            except ValueError:
                continue
        return lines

    def finished(self):
        """The keys of what need not be measured again."""
        return {key_of(line) for line in self.read() if line.get("outcome") in FINAL}

    def append(self, line):
        self.path.parent.mkdir(parents=True, exist_ok=True)
        is_cut = self.path.is_file() and not self.path.read_bytes().endswith(b"\n")
        with open(self.path, "a", encoding="utf-8") as file:
            if is_cut and file.tell():
                file.write("\n")
            file.write(json.dumps(line, ensure_ascii=False) + "\n")

    def clear(self):
        self.path.unlink(missing_ok=True)


def latest(lines):
    """Of lines with the same key the last; then of each contender only those of its last identity.

    So a file that was added to after a rebuild tells of the new build alone.
    """
    by_key = {}
    for line in lines:
        by_key[key_of(line)] = line
    identities = {}
    for line in lines:
        identities[contender_of(line)] = (line.get("identity"), line.get("digest"))
    return [
        line
        for line in by_key.values()
        if identities[contender_of(line)] == (line.get("identity"), line.get("digest"))
    ]


def contender_of(line):
    return tuple(line.get(name) for name in ("set", "program", "choice", "interpreter"))
