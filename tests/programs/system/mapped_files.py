# Maps of files and of memory: as bytes, as files, shared, private, resized, closed, and refused.
import mmap
import os
import re
import tempfile
import threading

folder = tempfile.mkdtemp()
path = os.path.join(folder, "mapped")
with open(path, "wb") as file:
    file.write(b"first line\nsecond line\nthird" + bytes(100))

with open(path, "r+b") as file, mmap.mmap(file.fileno(), 0) as shared:
    print(len(shared), shared[:5], shared[-1], shared[6], shared[::50], shared.size())
    print(shared.readline(), shared.readline(), shared.tell(), shared.read(5))
    print(shared.find(b"line"), shared.find(b"line", 8), shared.rfind(b"line"), shared.find(b"zz"))
    shared[0:5] = b"FIRST"
    shared[11] = ord("S")
    shared.seek(0)
    shared.write(b"f")
    shared.write_byte(ord("i"))
    shared.flush()
    with open(path, "rb") as other:
        print(other.read(12))
    with open(path, "r+b") as other:
        other.write(b"xy")
    print(shared[:6])
    shared.move(0, 6, 4)
    print(shared[:12], b"line" in shared, bytes(shared)[:4])
    shared.resize(8192)
    print(len(shared), shared.size(), os.path.getsize(path), shared[8191])
    for act in (
        lambda: shared[9000], lambda: shared.seek(9000), lambda: shared.__setitem__(0, 256),
        lambda: shared.__setitem__(slice(0, 3), b"four"), lambda: shared.write(bytes(9000)),
        lambda: shared.move(0, 8000, 500), lambda: shared.__delitem__(0),
    ):
        try:
            print(act())
        except Exception as error:
            print(type(error).__name__, error)
try:
    shared[0]
except ValueError as error:
    print(error, shared.closed)

with open(path, "rb") as file:
    with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as only:
        print([match.group() for match in re.finditer(rb"[a-z]+ line", only)], memoryview(only).nbytes)
        for act in (lambda: only.write(b"x"), lambda: only.resize(5), lambda: only.__setitem__(0, 1)):
            try:
                act()
            except TypeError as error:
                print(error)
    with mmap.mmap(file.fileno(), 10, access=mmap.ACCESS_COPY) as private:
        private[:4] = b"mine"
        file.seek(0)
        print(private[:], file.read(10) != private[:])

with mmap.mmap(-1, 64) as memory:
    view = memoryview(memory)
    view[3:6] = b"abc"
    print(memory[:8], memory.find(b"b"), view.readonly)
    del view
    lock = threading.Lock()

    def work():
        for _ in range(100):
            with lock:
                memory[0] = (memory[0] + 1) % 256

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(memory[0])

# Two threads write to one file.
with open(path, "r+b") as file, mmap.mmap(file.fileno(), 400) as shared:
    def fill(number):
        for place in range(number, 400, 2):
            shared[place] = 65 + number

    threads = [threading.Thread(target=fill, args=(n,)) for n in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(shared[:] == b"AB" * 200)
for act in (lambda: mmap.mmap(-1, -1), lambda: mmap.mmap(-1, 0), lambda: mmap.mmap(-1, 5, access=9)):
    try:
        act()
    except Exception as error:
        print(type(error).__name__, error)
os.remove(path)
os.rmdir(folder)
