import io

s = io.StringIO("one\ntwo\nthree")
print(s.read(2), repr(s.readline()), list(s), repr(s.read()), s.getvalue())
s = io.StringIO()
print("a", 1, file=s)
s.write("more")
print(repr(s.getvalue()), s.tell(), s.seek(0), s.read(), s.truncate(3), s.getvalue())
b = io.BytesIO(b"abc")
print(b.read(1), b.read(), b.seek(0), b.write(b"xy"), b.getvalue(), b.tell(), b.readable())
t = io.TextIOWrapper(io.BytesIO("é\nx".encode()), encoding="utf-8")
print(t.readline(), t.read(), t.encoding)
w = io.TextIOWrapper(io.BytesIO(), encoding="latin-1", newline="\r\n")
w.write("ä\n")
w.flush()
print(w.buffer.getvalue())
try:
    w.write("€")
    w.flush()
except UnicodeEncodeError as error:
    print(error)
r = io.BufferedReader(io.BytesIO(b"hello world"), 4)
print(r.peek(2)[:2], r.read(5), r.read1(3), r.read())
s.close()
try:
    s.read()
except ValueError as error:
    print(error)
print(isinstance(b, io.IOBase), isinstance(s, io.TextIOBase), issubclass(io.FileIO, io.RawIOBase))
