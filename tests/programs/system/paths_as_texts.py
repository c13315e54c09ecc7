"""`os.path.normpath` and `splitroot` of many texts, of bytes, and of objects that tell their path."""

import itertools
import os.path
import posixpath


class Told:
    def __init__(self, path):
        self.path = path

    def __fspath__(self):
        return self.path


class Text(str):
    pass


parts = ["", ".", "..", "a", "bé", "...", "/"]
for count in range(5):
    for names in itertools.product(parts, repeat=count):
        path = "/".join(names)
        root = posixpath.splitroot(path)
        normal = os.path.normpath(path)
        assert os.path.normpath(normal) == normal, path
        assert "".join(root) == path and not root[0], path
        assert os.path.normpath(path.encode()) == normal.encode(), path
        assert posixpath.splitroot(path.encode()) == tuple(map(str.encode, root)), path
        if count < 4:
            print(repr(path), repr(normal), root[1:])

print(os.path.normpath(Told("a//b")), os.path.normpath(Told(b"a/..")), ascii(os.path.normpath("\udc80/./\0")))
made = os.path.normpath(Text("plain"))
print(made, type(made).__name__, type(posixpath.splitroot(Text("/plain"))[2]).__name__)
print(os.path.abspath("/a/../b"), os.path.relpath("/a/b/../c", "/a"), os.path.commonpath(["/a/b", "/a/c"]))
for wrong in 5, None, ["a"], Told(5):
    for function in os.path.normpath, posixpath.splitroot:
        try:
            print(function(wrong))
        except TypeError as error:
            print(error)
