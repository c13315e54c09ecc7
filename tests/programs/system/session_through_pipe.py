# A session whose lines come through a pipe: what it prints, in one stream.
import subprocess
import sys

SESSIONS = [
    # A last line without an end is run when nothing more comes; then the session goes on.
    "1 / 0 / 3 / 4",
    "x = 1\nx",
    "if 1:\n  print(3)",
    "'''a",
    "if 1:\n",
    # What is wrong with a block is told when all of its lines are there, with the line.
    "def f(x, x): ...\n",
    "def f(x, x): ...\n\n",
    "1; break\n",
    "if 1:\n break\n\nprint(1)\n",
    # An empty line ends a block, even one that has no lines.
    "x = 1\n  y = 2\nprint(x)\n",
    "x = (1,\n\n2)\nx\n",
    "x = '''a\n\nb'''\nx\n",
    "def f():\n  1 / 0\n\nf()\n",
    # The program closes what the lines come from, or puts another stream in its place.
    "import os\nprint('before')\nos.close(0)\n",
    "import sys, io\nsys.stdin = io.StringIO('print(1)')\nprint(2)\n",
    # What the session knows of its sources.
    "def f(x):\n  return x\n\nimport linecache, inspect\n"
    "print(linecache._interactive_cache[linecache._make_key(f.__code__)])\n"
    "print(inspect.getsource(f))\n",
    "from __future__ import annotations\ndef f(x: int): ...\n\nprint(f.__annotations__)\n",
]

for text in SESSIONS:
    print("---", repr(text))
    done = subprocess.run(
        [sys.executable, "-i", "-q"], input=text, text=True, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    print(done.stdout, end="")
    print("status", done.returncode)
