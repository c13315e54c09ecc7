# The standard streams can be closed; exit, quit and help are builtins.
import sys
import io
with sys.stdout as out:
    print("inside", out is sys.stdout, out.closed)
sys.stderr.write("") 
for action in (lambda: print("lost"), lambda: sys.stdout.write("x"), lambda: sys.stdout.flush(), lambda: sys.stdout.__enter__()):
    try:
        action()
    except ValueError as error:
        problem = error
assert str(problem) == "I/O operation on closed file." and sys.stdout.closed
sys.stdout.close()
sys.stdout = io.StringIO()
print("kept")
text = sys.stdout.getvalue()
import os
os.write(1, text.encode())
try:
    exit(7)
except SystemExit as error:
    os.write(1, f"{error.code} {exit!r} {type(help).__name__}\n".encode())
compile("a = 1; b = 2", "x", "single")
for text in ("a = 1\nb = 2", "a; b\nc", "a = 1; \\\nb"):
    try:
        compile(text, "x", "single")
        os.write(1, b"good\n")
    except SyntaxError as error:
        os.write(1, f"{error.msg}\n".encode())
quit("the end")
