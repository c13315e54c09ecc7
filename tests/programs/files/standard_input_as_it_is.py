# Ends of lines in standard input are as they are, and what was put in the place of a standard stream is written at the end.
import subprocess
import sys

GIVEN = b"x\r\na\r\nb\rc\n"
for program in (
    "import sys; print(ascii(input()), [ascii(line) for line in sys.stdin])",
    "import sys; print(ascii(sys.stdin.read()), sys.stdin.newlines)",
    "import sys; print(ascii(sys.stdin.readline()), ascii(sys.stdin.readlines()))",
    "import sys; print(ascii(sys.stdin.buffer.read()))",
    "print(ascii(input()), ascii(input()), ascii(input()))\ntry: input()\nexcept EOFError: print('end')",
):
    done = subprocess.run([sys.executable, "-c", program], input=GIVEN, capture_output=True)
    print(done.stdout, done.stderr)
for program in (
    "import sys; sys.stdout = open('/dev/full', 'w'); print(1)",
    "import os; os.close(1); print(1)",
    "import sys\nclass Stream:\n    def write(self, text): pass\n    def flush(self): raise IndexError('no')\nsys.stdout = Stream(); print(1)",
    "import sys\nclass Stream:\n    def write(self, text): pass\n    def flush(self): raise IndexError('no')\nsys.stderr = Stream()",
    "import sys\nclass Stream:\n    closed = True\n    def write(self, text): pass\nsys.stdout = Stream(); print(1)",
    "import sys; sys.stdout = None; print(1)",
    "import sys, io; sys.stdout = io.StringIO(); print(1)",
    "import sys; sys.stdout = open('/dev/null', 'w'); print(1)",
    "import os, sys; sys.stdout = os.fdopen(os.dup(1), 'w'); print('written at the end')",
):
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    lines = [line for line in done.stderr.splitlines() if line[:1] not in " E" or "flushing" in line]
    print(done.returncode, repr(done.stdout), [line for line in lines if "Traceback" not in line])
