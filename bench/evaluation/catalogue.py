"""Which programs there are, in which sets and groups, and at which size.

A program is a file that takes `--threads N --size S` and ends with a line
`NAME size=S threads=N verified time=1.234 s`, or with exit code 1 and what was wrong.
"""

import hashlib
from dataclasses import dataclass
from pathlib import Path

BENCH = Path(__file__).resolve().parent.parent
ROOT = BENCH.parent

INDEPENDENT = "independent work"
SHARED = "shared structures under atomic"
NPB = "NAS kernels"
STAMP = "as in STAMP"
LOCKS = "locks and queues"
READS = "reads of shared objects"
LANGUAGE = "the language"
MICRO = "one operation"
LIBRARY = "code of packages and of the library"

# What the programs of the first set are examples of; those in folders by the folder.
PROGRAM_GROUPS = {
    "bank_transfers": SHARED,
    "btree": SHARED,
    "skiplist": SHARED,
    "threadworms": SHARED,
    "request_loop": LOCKS,
    "word_count": SHARED,
}
FOLDER_GROUPS = {"npb": NPB, "stamp": STAMP}

# `--quick`: one or two of each kind, none longer than some seconds on CPython.
QUICK = (
    "bank_transfers",
    "btree",
    "fannkuch",
    "json_codec",
    "mandelbrot",
    "n_queens",
    "npb/is",
    "richards",
    "scaling_loop",
    "stamp/vacation",
    "threadworms",
    "word_count",
)

# What `S` is too small for: a run should take ours a fifth of a second or more.
USUAL_SIZES = dict.fromkeys(
    (
        "bank_transfers",
        "btree",
        "iterator",
        "mandelbrot",
        "miller_rabin",
        "n_body",
        "n_queens",
        "npb/is",
        "scaling_loop",
        "skiplist",
        "spectral_norm",
        "stamp/genome",
        "stamp/intruder",
        "stamp/kmeans",
        "stamp/labyrinth",
        "stamp/vacation",
        "threadworms",
        "while_loop",
    ),
    "W",
)
USUAL = "usual"

# The sets, each a folder below bench/.
SETS = ("programs", "interpreter", "micro", "library")


class NoSuchProgram(Exception):
    """A name on the command line that is neither a set nor a program."""


@dataclass(frozen=True)
class Program:
    """One program. `title` is its path below the set's folder, without the ending."""

    set: str
    title: str
    group: str
    threads_max: int | None = None
    # Packages that it imports: its first lines may name them, as `# needs: jinja2`.
    needs: tuple[str, ...] = ()

    @property
    def path(self):
        return BENCH / self.set / (self.title + ".py")

    @property
    def name(self):
        """What it calls itself."""
        return self.title.rpartition("/")[2]

    def size(self, choice):
        """The size to run for a choice: `usual`, or a size itself."""
        return USUAL_SIZES.get(self.title, "S") if choice == USUAL else choice

    def digest(self):
        """Changes when the program or what it imports of ours does."""
        digest = hashlib.sha256(self.path.read_bytes())
        for helper in sorted((self.path.parent / "support").glob("*.py")):
            digest.update(helper.read_bytes())
        return digest.hexdigest()[:12]


def group_of(path, title, which):
    """The group of a program: its first lines may name it, as `# group: locks and queues`."""
    if which == "micro":
        return MICRO
    if which == "library":
        return LIBRARY
    if which == "programs":
        return FOLDER_GROUPS.get(title.split("/")[0]) or PROGRAM_GROUPS.get(title, INDEPENDENT)
    for line in path.read_text(encoding="utf-8").splitlines()[:20]:
        if line.startswith("# group: "):
            return line.removeprefix("# group: ").strip()
    return LANGUAGE


def programs_of(which):
    """All programs of a set, in order."""
    folder = BENCH / which
    found = []
    for path in sorted(folder.rglob("*.py")):
        title = path.relative_to(folder).with_suffix("").as_posix()
        if "support" in title.split("/"):
            continue
        group = group_of(path, title, which)
        # What a single operation costs is asked of one thread.
        threads_max = 1 if group == MICRO else None
        found.append(Program(which, title, group, threads_max, needs_of(path)))
    return found


def needs_of(path):
    """The packages that the first lines of a program name."""
    for line in path.read_text(encoding="utf-8").splitlines()[:5]:
        if line.startswith("# needs: "):
            return tuple(line.removeprefix("# needs: ").split())
    return ()


def chosen(names, quick=False):
    """The programs that the names mean: sets, folders of a set, programs. None: the first set."""
    every = [program for which in SETS for program in programs_of(which)]
    if not names:
        programs = [program for program in every if program.set == "programs"]
        return [program for program in programs if not quick or program.title in QUICK]
    found = []
    for name in names:
        which, _, rest = name.partition("/")
        matching = [
            program
            for program in every
            if name in (program.set, program.title, program.name)
            or program.title.startswith(name.rstrip("/") + "/")
            or (program.set == which and rest == program.title)
        ]
        if not matching:
            raise NoSuchProgram(name)
        if quick and name == "programs":
            matching = [program for program in matching if program.title in QUICK]
        found += [program for program in matching if program not in found]
    return found
