"""The options of the programs, their clock, and the one line that they print last.

Written without argparse, so that a program needs nothing but sys, time and threading: these
programs judge interpreters, also very young ones.
"""

import sys
from time import perf_counter

USAGE = """\

options:
  --threads N   how many threads share the work (1)
  --size SIZE   S, W or A: about a second on CPython, some seconds, long (S);
                T is tiny, for tests
  --help        show this text
"""


class Benchmark:
    """One run of a program: `threads` and `size` as asked for, and the size's entry of `sizes`.

    The total work depends on the size alone: time(1 thread) / time(N threads) is the speed-up.
    """

    # Set where one program runs another one in its own name.
    name_of_all = None

    def __init__(self, name, documentation, sizes):
        self.name = self.name_of_all or name
        self.documentation = documentation
        self.sizes = sizes
        self.threads = 1
        self.size = "S"
        self._seconds = None
        self._started = None
        self._complaint = None
        self._parse(sys.argv[1:])
        self.problem = sizes[self.size]

    def _parse(self, arguments):
        position = 0
        while position < len(arguments):
            option, equals, value = arguments[position].partition("=")
            if option in ("-h", "--help"):
                print(self.documentation.strip())
                print(USAGE, end="")
                sys.exit(0)
            if option not in ("--threads", "--size"):
                self._refuse("unknown option " + arguments[position])
            if not equals:
                position += 1
                if position == len(arguments):
                    self._refuse(option + " needs a value")
                value = arguments[position]
            if option == "--size":
                self._set_size(value)
            else:
                self._set_threads(value)
            position += 1

    def _set_size(self, value):
        if value not in self.sizes:
            self._refuse("no size " + value + ", but " + ", ".join(self.sizes))
        self.size = value

    def _set_threads(self, value):
        if not value.isdigit() or int(value) < 1:
            self._refuse("not a number of threads: " + value)
        self.threads = int(value)

    def _refuse(self, complaint):
        print(self.name + ": " + complaint + "; see --help", file=sys.stderr)
        sys.exit(2)

    def start(self):
        """The part to be measured begins."""
        self._started = perf_counter()

    def stop(self):
        """It ends."""
        self._seconds = perf_counter() - self._started

    def check(self, correct, complaint):
        """Remembers the first complaint about a result."""
        if not correct and self._complaint is None:
            self._complaint = complaint

    def equal(self, what, found, expected):
        """Checks that a result is exactly as expected."""
        self.check(found == expected, f"{what} is {found}, not {expected}")

    def finish(self):
        """Prints the verdict and the time; the exit code is 1 if something was wrong."""
        line = f"{self.name} size={self.size} threads={self.threads}"
        if self._complaint is not None:
            print(line, "FAILED:", self._complaint)
            sys.exit(1)
        print(line, f"verified time={self._seconds:.3f} s")
