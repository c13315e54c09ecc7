"""`input` of programs that have imported nothing, and of ones that have."""
import subprocess
import sys


def run(code, text):
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    last = done.stderr.rstrip().rpartition("\n")[2]
    print(done.returncode, repr(done.stdout), last)


run("print(input())", "one\ntwo\n")
run("print(input('> ').upper(), input())", "one\ntwo")
run("while True: print(int(input('n? ')) + 1)", "1\n41\n")
run("import sys; print(input()); print(sys.stdin.read())", "one\ntwo\n")
run("import sys; sys.stdin = None; input()", "one\n")
run("total = 0\nfor _ in range(3): total += float(input())\nprint(total)", "1\n2\n.5\n")
