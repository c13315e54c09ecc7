"""Packages without `__init__.py`: their path follows the path where they were found, and they have
files that `importlib.resources` reads."""

import importlib
import importlib.machinery
import os
import sys
import tempfile
import zipfile
from importlib import resources


def write(root, name, text):
    place = os.path.join(root, *name.split("/"))
    os.makedirs(os.path.dirname(place), exist_ok=True)
    with open(place, "w") as file:
        file.write(text)


def shown(path, root):
    return [os.path.relpath(part, root) for part in path]


with tempfile.TemporaryDirectory() as root:
    write(root, "one/space/first.py", "number = 1\n")
    write(root, "one/space/words.txt", "words of one\n")
    write(root, "two/space/second.py", "number = 2\n")
    write(root, "two/space/inner/third.py", "number = 3\n")
    write(root, "three/space/__init__.py", "")
    write(root, "three/space/hidden.py", "")
    with zipfile.ZipFile(os.path.join(root, "archive.zip"), "w") as archive:
        archive.writestr("packed/fourth.py", "number = 4\n")
        archive.writestr("packed/words.txt", "words of an archive\n")

    before = list(sys.path)
    sys.path.insert(0, os.path.join(root, "one"))
    import space

    print(type(space.__path__).__name__, shown(space.__path__, root), len(space.__path__))
    print(space.__spec__.origin, space.__spec__.submodule_search_locations is space.__path__)
    print(repr(space.__path__) == f"_NamespacePath({list(space.__path__)!r})")
    print(type(space.__loader__) is importlib.machinery.NamespaceLoader)
    print(exec(space.__loader__.get_code("space")), repr(space.__loader__.get_source("space")))

    # The path changes: so does the path of the package.
    try:
        import space.second
    except ImportError as error:
        print(type(error).__name__)
    sys.path.append(os.path.join(root, "two"))
    import space.second
    import space.inner.third

    print(shown(space.__path__, root), shown(space.inner.__path__, root))
    print(space.second.number, space.inner.third.number, space.__path__[1] in space.__path__)

    # What is no longer there after the path has changed back.
    sys.path.pop()
    print(shown(space.__path__, root))

    # A folder that appears is found after invalidate_caches().
    write(root, "one/space/late.py", "number = 5\n")
    importlib.invalidate_caches()
    import space.late

    print(space.late.number)

    # A real package is not taken in.
    sys.path.append(os.path.join(root, "three"))
    print(shown(space.__path__, root))

    space.__path__.append(os.path.join(root, "two", "space"))
    print(len(space.__path__))
    space.__path__[1] = os.path.join(root, "three", "space")
    import space.hidden

    print(shown(space.__path__, root))

    # Files of such packages, in folders and in archives.
    print(resources.files("space").joinpath("words.txt").read_text(), end="")
    print(resources.read_text("space", "words.txt"), end="")
    sys.path.append(os.path.join(root, "archive.zip"))
    import packed.fourth

    print(packed.fourth.number, shown(packed.__path__, root))
    print(resources.files(packed).joinpath("words.txt").read_text(), end="")
    sys.path[:] = before
