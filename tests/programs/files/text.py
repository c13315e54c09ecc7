import os

path = "/tmp/motet-test-files-%d.txt" % os.getpid()
with open(path, "w") as file:
    print(file.write("one\ntwo\n"), file.writable(), file.readable(), file.closed, file.mode, file.encoding.lower())
    print("three", 3, file=file)
print(file.closed)
with open(path) as file:
    print(file.read(4), repr(file.readline()), file.readlines(), repr(file.read()))
with open(path, "a") as file:
    file.writelines(["four\n", "fünf ß 😀\n"])
with open(path, encoding="utf-8") as file:
    for line in file:
        print(line.rstrip("\n"))
with open(path, "rb") as file:
    data = file.read()
    print(len(data), data[:8], file.seek(4), file.read(3), file.tell(), file.seek(-5, 2), file.read())
with open(path, "r+") as file:
    file.seek(0)
    file.write("ONE")
    file.seek(0)
    print(file.readline().strip())
print(os.path.exists(path), os.stat(path).st_size, os.path.getsize(path), os.path.isfile(path), os.path.isdir("/tmp"))
with open(path, "wb") as file:
    file.write(b"a\r\nb\rc\n")
with open(path) as file:
    print(repr(file.read()))
with open(path, newline="") as file:
    print(file.readlines())
os.remove(path)
for action in (lambda: open(path), lambda: open("/tmp", "w"), lambda: open(path, "q"), lambda: open(path, "rw"), lambda: open(3.5), lambda: file.read(), lambda: open("/nosuch/x", "w"), lambda: os.stat(path), lambda: os.remove(path), lambda: os.listdir("/nosuch")):
    try:
        action()
    except (OSError, ValueError, TypeError) as error:
        print(type(error).__name__, str(error).replace(path, "PATH"))
try:
    open(path)
except OSError as error:
    print(error.errno, error.strerror, error.filename == path, isinstance(error, FileNotFoundError))
