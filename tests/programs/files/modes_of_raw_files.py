"""Modes of files, what they tell of themselves, and reading to their end."""

import io
import os
import tempfile

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "file")

    def told(call):
        try:
            return call()
        except Exception as error:
            return type(error).__name__, str(error).replace(folder, "FOLDER")

    for mode in ("w", "r", "a", "r+", "w+", "a+", "rb", "wb", "ab", "rt", "wt", "rb+", "r+b", "w+b", "x", "xb", "br", "tr"):
        if "x" in mode:
            os.remove(path)

        def opened():
            with open(path, mode) as file:
                raw = file.buffer.raw if isinstance(file, io.TextIOBase) else file.raw
                return (mode, file.mode, type(file).__name__, raw.mode, raw.readable(), raw.writable(), raw.closefd,
                        raw.name == path, file.tell(), raw.seekable())
        print(told(opened))
    with open(path, "w") as file:
        file.write("one\ntwo\n")
    with open(path, "a") as file:
        print(file.tell(), file.write("three\n"))
    for mode in ("r", "r+", "a", "w", "z", "rw", "", "rU", 3):
        print(told(lambda: io.FileIO(path, mode).mode))
    with open(path, "w") as file:
        file.write("one\ntwo\n")
    print(told(lambda: open(folder)), told(lambda: io.FileIO(folder, "w")), told(lambda: open(path + "/x")))
    print(told(lambda: open(os.path.join(folder, "none"))), told(lambda: open(path, "r", closefd=False)))
    print(told(lambda: open("a\0b")), told(lambda: open(path, opener=lambda name, flags: -1)))
    print(told(lambda: open(path, opener=lambda name, flags: os.open(name, flags)).read()))
    descriptor = os.open(path, os.O_RDONLY)
    with open(descriptor, closefd=False) as file:
        print(file.read(), file.name == descriptor)
    os.close(descriptor)

    class Mode(str):
        pass

    print(told(lambda: open(path, Mode("r")).read()), told(lambda: open(path, Mode("q"))))
    raw = io.FileIO(path)
    raw.__init__(path, "r+")
    print(raw.mode, raw.readall(), raw.readall(), raw.seek(2), raw.readall())
    raw.seek(100)
    print(raw.readall())
    raw.close()
    print(told(raw.readall)[0])
    # Longer than what is read at once.
    content = bytes(range(256)) * 2000
    with open(path, "wb") as file:
        file.write(content)
    with open(path, "rb", buffering=0) as file:
        print(file.readall() == content, file.seek(400_000), file.readall() == content[400_000:])
    with open(path, "rb") as file:
        print(file.read(10) == content[:10], file.read() == content[10:], file.read())
    with open(path, "rb", buffering=0) as file, open(path, "ab") as more:
        file.seek(len(content))
        more.write(b"more")
        more.flush()
        print(file.readall())
    with open("/proc/self/stat") as file:
        print(file.read().endswith("\n"), file.read())
    with open("/proc/sys/kernel/ostype", "rb", buffering=0) as file:
        print(file.readall())
    reader, writer = os.pipe()
    os.write(writer, b"through")
    os.close(writer)
    with open(reader, "rb") as file:
        print(file.read())
