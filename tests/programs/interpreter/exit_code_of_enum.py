"""The status of a process is the attribute `code` of SystemExit: any int, instances of classes below it too."""

import os
import subprocess
import sys

PROGRAMS = {
    "enum": "import enum\nclass E(enum.IntEnum):\n    A = 3\nraise SystemExit(E.A)",
    "bool": "raise SystemExit(True)",
    "large": "raise SystemExit(1 << 70)",
    "above a byte": "raise SystemExit(259)",
    "assigned": "error = SystemExit(3)\nerror.code = 4\nraise error",
    "assigned none": "error = SystemExit(3)\nerror.code = None\nraise error",
    "two": "raise SystemExit(1, 2)",
    "class": "class C(SystemExit):\n    code = 7\nraise C()",
    "text to a file of its own": "import io, sys\nsys.stderr = io.StringIO()\nraise SystemExit('text')",
    "traceback to a file of its own": (
        "import sys\nclass File:\n    def write(self, text):\n        print('written')\n"
        "    def flush(self):\n        pass\nsys.stderr = File()\nraise ValueError('lost')"
    ),
}

for name, program in PROGRAMS.items():
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=os.environ
    )
    print(name, done.returncode, done.stderr.splitlines(), done.stdout.splitlines()[-1:])
