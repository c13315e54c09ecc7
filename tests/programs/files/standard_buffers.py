# The streams of bytes under the standard streams, and what the streams are.
import array
import io
import pickle
import subprocess
import sys

out = sys.stdout.buffer
print(out is sys.stdout.buffer, type(out).__name__, type(out).__module__, out.name, out.mode)
print("first", flush=True)
out.write(b"bytes\n")
out.flush()
print("between")
sys.stdout.flush()
counts = [out.write(part) for part in (bytearray(b"ab\n"), memoryview(b"cd\n"), array.array("b", b"ef\n"))]
out.writelines([b"one\n", bytearray(b"two\n")])
pickle.dump("pickled\n", out, 0)
out.flush()
print(counts)
for stream in sys.stdout, sys.stdin, sys.stderr:
    print(isinstance(stream, io.TextIOWrapper), isinstance(stream, io.TextIOBase), isinstance(stream, io.IOBase),
          isinstance(stream.buffer, io.BufferedIOBase), type(stream).__name__)
print(isinstance(out, io.BufferedWriter), isinstance(out.raw, io.RawIOBase), out.fileno(), out.raw.fileno())
print(out.writable(), out.readable(), out.closed, sys.stdout.write_through, isinstance(print, io.IOBase))
for refused in (
    lambda: out.write("text"), lambda: out.write(1), lambda: out.writelines(["text"]), lambda: sys.stdout.write(b"bytes"),
    lambda: sys.stdout.read(), lambda: sys.stdout.readline(), lambda: sys.stdout.readlines(), lambda: next(sys.stdout),
    lambda: out.read(), lambda: out.readinto(bytearray(1)), lambda: sys.stdout.writelines([b"bytes"]),
):
    try:
        print(refused())
    except (TypeError, ValueError, AttributeError) as error:
        print(type(error).__module__, type(error).__name__, error)
source = """
import sys, pickle, io
out = sys.stdout.buffer
sys.stdout.write("a")
sys.stdout.flush()
out.write(b"b")
pickle.dump([1], out)
out.flush()
text = io.TextIOWrapper(sys.stdout.detach(), "latin-1", newline="\\r\\n")
text.write("\\xe9\\n")
text.flush()
sys.stdout = sys.__stdout__ = None
"""
done = subprocess.run([sys.executable, "-c", source], capture_output=True)
print(sorted(done.stdout.split(b"\x80")), done.stderr[-100:])
closing = "import sys; out = sys.stdout.buffer; out.write(b'x'); sys.stdout.close(); print(out.closed, file=sys.stderr)\n" \
    "try: out.write(b'y')\nexcept ValueError as error: print(error, file=sys.stderr)"
done = subprocess.run([sys.executable, "-c", closing], capture_output=True)
print(done.stdout, done.stderr)
