"""pathlib: paths joined, taken apart and compared."""

from pathlib import PurePosixPath

from support.packages import short
from support.repeated import run

TURNS = {"T": 1, "S": 170, "W": 850, "A": 8500}
ROOT = PurePosixPath("/srv/shop")


def work():
    parts = []
    for number in range(150):
        path = ROOT / "items" / ("%d.tar.gz" % number)
        parts.append((path.name, path.stem, path.suffixes, path.parent == ROOT / "items"))
        parts.append(str(path.with_suffix(".txt").relative_to(ROOT)))
    return short(parts)


if __name__ == "__main__":
    run("paths", __doc__, TURNS, work, 11675550)
