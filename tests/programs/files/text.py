# Text files: modes, encodings, errors, line ends, places.
import io
import os
import shutil
import tempfile


class Folder:
    def __enter__(self):
        self.name = tempfile.mkdtemp()
        return self.name

    def __exit__(self, *error):
        shutil.rmtree(self.name)


with Folder() as folder:
    path = os.path.join(folder, "text")
    with open(path, "w", encoding="utf-8") as file:
        print(file.write("één\ntwo\r\nthree\rfour"), file.tell() > 0, file.mode, file.encoding)
        file.writelines(["a\n", "b\n"])
    print(os.path.getsize(path), open.__name__)
    for newline in (None, "", "\n", "\r", "\r\n"):
        with open(path, encoding="utf-8", newline=newline) as file:
            print(repr(newline), file.readlines(), file.newlines)
    with open(path, "rb") as file:
        print(file.read(), file.mode, type(file).__name__)
    for newline in (None, "", "\n", "\r", "\r\n"):
        with open(path, "w", newline=newline) as file:
            file.write("a\nb\r\n")
        with open(path, "rb") as file:
            print(repr(newline), file.read())

    # Places.
    with open(path, "w+", encoding="utf-8") as file:
        file.write("αβγ\nδεζ\n" * 3)
        file.seek(0)
        print(repr(file.read(2)), repr(file.readline()))
        place = file.tell()
        print(repr(file.readline()), repr(file.read(1)))
        file.seek(place)
        print(repr(file.read()), repr(file.read()))
        file.seek(0, 2)
        end = file.tell()
        file.write("end")
        file.seek(end)
        print(repr(file.read()), end)
        file.seek(0)
        file.truncate(7)
        print(repr(file.read()))
        try:
            file.seek(1, 1)
        except io.UnsupportedOperation as error:
            print("UnsupportedOperation:", error)
        try:
            file.seek(-1)
        except ValueError as error:
            print("ValueError:", error)

    # Encodings and errors.
    with open(path, "wb") as file:
        file.write(b"a\xffb\n")
    for errors in ("replace", "ignore", "surrogateescape", "backslashreplace"):
        with open(path, encoding="utf-8", errors=errors) as file:
            print(errors, ascii(file.read()))
    try:
        with open(path, encoding="utf-8") as file:
            file.read()
    except UnicodeDecodeError as error:
        print(error)
    for encoding in ("utf-16", "utf-32", "latin-1", "utf-8-sig"):
        with open(path, "w", encoding=encoding) as file:
            file.write("ä")
            file.write("b\n")
        with open(path, "a", encoding=encoding) as file:
            file.write("ö")
        with open(path, "rb") as file:
            content = file.read()
        with open(path, encoding=encoding) as file:
            print(encoding, content, file.read())
    try:
        with open(path, "w", encoding="ascii") as file:
            file.write("é")
    except UnicodeEncodeError as error:
        print(error)

    # Modes.
    os.remove(path)
    with open(path, "x") as file:
        file.write("new")
    try:
        open(path, "x")
    except FileExistsError as error:
        print(type(error).__name__, error.errno, error.filename == path)
    with open(path, "a") as file:
        file.write(" more")
    with open(path, "r+") as file:
        file.write("NEW")
        print(repr(file.read()))
    with open(path) as file:
        print(file.read(), file.readable(), file.writable(), file.seekable())
        try:
            file.write("x")
        except io.UnsupportedOperation as error:
            print(error)
    print(file.closed)
    for act in (file.read, file.readline, lambda: next(file), file.tell):
        try:
            act()
        except ValueError as error:
            print("ValueError")
    for mode in ("", "z", "rw", "rbt", "r+w", "br+b"):
        try:
            open(path, mode)
        except ValueError as error:
            print(repr(mode), error)
    for arguments in ({"mode": "rb", "encoding": "utf-8"}, {"mode": "r", "buffering": 0}):
        try:
            open(path, **arguments)
        except ValueError as error:
            print(error)
    try:
        open(os.path.join(folder, "no", "file"))
    except FileNotFoundError as error:
        print(error.strerror, error.filename.endswith("no/file"))
    try:
        open(folder)
    except IsADirectoryError as error:
        print(error.strerror)

    # Iteration over long lines, line by line, and mixed with reading.
    lines = [f"{number} " + "x" * (number * 37 % 9001) + "\n" for number in range(40)]
    with open(path, "w") as file:
        file.writelines(lines)
    with open(path) as file:
        print([line == found for line, found in zip(lines, file)].count(True))
    with open(path) as file:
        first = file.readline()
        rest = file.read(10000)
        print(first + rest + file.read() == "".join(lines))
    with open(path) as file:
        print(len(file.readlines(1000)), file.readline(3), repr(file.readline(0)))
