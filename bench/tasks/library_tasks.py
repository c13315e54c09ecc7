"""Tasks on the standard library alone."""

import io
import os
import tempfile

from tasks import task

WORDS = ("the quick brown fox jumps over a lazy dog while seven wizards quietly brew potions of "
         "considerable strength beneath old stone bridges").split()
TEXT = "\n".join(" ".join(WORDS[i % 19:] + WORDS[:i % 7]) for i in range(120))
XML = ("<catalog>" + "".join(
    f'<book id="b{i}" lang="en"><title>Title {i} &amp; more</title><price>{i}.50</price></book>'
    for i in range(60)) + "</catalog>")


def folder_of_files(count):
    """A folder that is gone when the process ends; small texts in three folders below it."""
    kept = tempfile.TemporaryDirectory()
    for number in range(count):
        below = os.path.join(kept.name, f"part{number % 3}")
        os.makedirs(below, exist_ok=True)
        with open(os.path.join(below, f"text{number}.{'py' if number % 2 else 'txt'}"), "w") as file:
            file.write(TEXT)
    return kept


@task
def text_files_read():
    kept = folder_of_files(6)
    paths = [os.path.join(kept.name, "part0", name) for name in ("text0.txt", "text3.py")]

    def run():
        total = 0
        for path in paths:
            with open(path) as file:
                total += len(file.read())
                file.seek(0)
                total += sum(len(line) for line in file)
            with open(path, encoding="utf-8") as file:
                total += len(file.readline()) + len(file.readlines())
        return total, bool(kept)
    return run


@task
def text_files_written():
    kept = tempfile.TemporaryDirectory()
    path = os.path.join(kept.name, "out.txt")

    def run():
        with open(path, "w", encoding="utf-8") as file:
            for number in range(200):
                file.write(f"{number}: {WORDS[number % 19]}\n")
            print("a", 1, 2.5, sep=", ", end="!\n", file=file)
        return os.path.getsize(path), bool(kept)
    return run


@task
def binary_files():
    kept = tempfile.TemporaryDirectory()
    path = os.path.join(kept.name, "out.bin")

    def run():
        with open(path, "wb") as file:
            for number in range(200):
                file.write(number.to_bytes(4, byteorder="little"))
        with open(path, "rb") as file:
            total = 0
            while part := file.read(4):
                total += int.from_bytes(part, byteorder="little")
        return total, bool(kept)
    return run


@task
def pathlib_walk():
    from pathlib import Path
    kept = folder_of_files(30)
    root = Path(kept.name)

    def run():
        names = sorted(path.relative_to(root).as_posix() for path in root.rglob("*.py"))
        for folder, _, files in root.walk():
            names += [(Path(folder) / name).suffix for name in sorted(files)]
        return sorted(names), bool(kept)
    return run


@task
def glob_walk():
    import fnmatch
    import glob
    kept = folder_of_files(30)

    def run():
        found = sorted(os.path.basename(path) for path in glob.glob(kept.name + "/**/*.txt", recursive=True))
        for _, _, files in os.walk(kept.name):
            found += sorted(fnmatch.filter(files, "text1*"))
        return sorted(found)
    return run


@task
def pure_paths():
    from pathlib import PurePosixPath

    def run():
        total = []
        for number in range(60):
            path = PurePosixPath("/srv/data") / f"year{number}" / "file.tar.gz"
            total.append((path.stem, path.suffixes, str(path.parent), path.with_suffix(".zip").name,
                          path.is_relative_to("/srv")))
        return total
    return run


@task
def element_tree_written():
    from xml.etree import ElementTree
    tree = ElementTree.fromstring(XML)
    return lambda: ElementTree.tostring(tree, encoding="unicode")


@task
def element_tree_read():
    from xml.etree import ElementTree

    def run():
        tree = ElementTree.fromstring(XML)
        found = [(book.get("id"), book.findtext("title")) for book in tree.iter("book")]
        return found, len(tree.findall("./book/price"))
    return run


@task
def minidom():
    from xml.dom import minidom

    def run():
        document = minidom.parseString(XML)
        titles = [node.firstChild.data for node in document.getElementsByTagName("title")]
        return titles, len(document.toprettyxml(indent="  "))
    return run


@task
def typing_subscripts():
    from typing import Any, Callable, Dict, Generic, List, Optional, TypeVar, Union, get_type_hints
    item = TypeVar("item")

    def run():
        class Box(Generic[item]):
            value: Optional[item]
            others: "Dict[str, List[item]]"

        def put(box: Box[int], how: Callable[[int, str], Any] = None) -> Union[int, str, None]: ...
        shown = [str(Optional[kind]) for kind in (int, str, bytes, float)]
        shown += [str(Union[kind, List[int]]) for kind in (int, str, bytes)]
        return shown, sorted(get_type_hints(put)), str(List[Dict[str, int]])
    return run


@task
def random_numbers():
    import random
    source = random.Random(7)

    def run():
        source.seed(7)
        items = list(range(40))
        source.shuffle(items)
        drawn = [source.randint(1, 6) for _ in range(100)] + [source.choice(items) for _ in range(100)]
        drawn += source.sample(items, 10) + source.choices(items, k=10)
        return drawn, sum(source.random() for _ in range(100)), source.gauss(0, 1), source.uniform(1, 2)
    return run


@task
def ordered_dicts():
    from collections import OrderedDict

    def run():
        kept, seen = OrderedDict(), 0
        for number in range(300):
            key = number * 7 % 40
            if key in kept:
                kept.move_to_end(key)
                seen += kept.get(key)
            else:
                kept.setdefault(key, number)
            if len(kept) > 20:
                kept.popitem(last=False)
        return list(kept.items()), seen, kept.pop(next(iter(kept)), None)
    return run


@task
def keyword_calls():
    """Natives that are called with names."""
    lines = [f"key{i} = value {i} # note" for i in range(40)]

    def run():
        parts = [line.split("=", maxsplit=1) for line in lines]
        parts.sort(key=len, reverse=True)
        ordered = sorted(lines, key=len, reverse=True)
        numbers = [int(f"{i:x}", base=16) for i in range(40)]
        pairs = [dict(a=i, b=2) for i in range(20)]
        longest = max(lines, key=len, default="")
        coded = ["é".encode("utf-8", errors="strict").decode(encoding="utf-8") for _ in range(20)]
        numbered = list(enumerate(lines, start=1))
        rows = list(zip(lines, numbers, strict=True))
        return parts, ordered, numbers, pairs, longest, coded, len(numbered), len(rows)
    return run


@task
def formatted_objects():
    class Point:
        def __init__(self, x, y):
            self.x, self.y = x, y

        def __str__(self):
            return f"({self.x}, {self.y})"

        def __repr__(self):
            return "Point(%r, %r)" % (self.x, self.y)

        def __format__(self, spec):
            return spec + str(self)
    points = [Point(i, i * 2) for i in range(30)]

    def run():
        out = ["%s and %r" % (point, point) for point in points]
        out += ["{} {!r} {:>}".format(point, point, point) for point in points]
        out += [f"{point} {point!r:>20} {point.x:04d} {point.y / 3:.2f}" for point in points]
        return out, str(points)
    return run


@task
def zones():
    from datetime import datetime, timedelta, timezone
    from zoneinfo import ZoneInfo
    berlin, york = ZoneInfo("Europe/Berlin"), ZoneInfo("America/New_York")
    first = datetime(2024, 3, 30, 22, 30, tzinfo=timezone.utc)

    def run():
        out = []
        for number in range(40):
            here = (first + timedelta(hours=number)).astimezone(berlin)
            out.append((here.isoformat(), here.utcoffset(), here.astimezone(york).hour, here.tzname()))
        return out
    return run


@task
def moments():
    from datetime import date, datetime, timedelta

    def run():
        out = []
        for number in range(60):
            moment = datetime(2024, 1, 31, 12) + timedelta(days=number, minutes=5)
            out.append((moment.strftime("%Y-%m-%d %H:%M"), moment.isoformat(), moment.weekday()))
            out.append(datetime.fromisoformat(moment.isoformat()) - moment)
            out.append((moment.date() - date(2024, 1, 1)).days)
        out.append(datetime.strptime("2024-05-06 07:08", "%Y-%m-%d %H:%M"))
        return out
    return run


@task
def calendars():
    import calendar
    return lambda: (calendar.TextCalendar().formatmonth(2024, 2), calendar.monthrange(2024, 2),
                    calendar.HTMLCalendar().formatmonth(2025, 1))


@task
def decimals():
    from decimal import Decimal, localcontext

    def run():
        with localcontext() as context:
            context.prec = 30
            total = Decimal(0)
            for number in range(1, 100):
                total += (Decimal(number) / 7).quantize(Decimal("0.0001")) * Decimal("1.19") ** 2
            return str(total), f"{total:,.2f}", int(total), total.sqrt(), total.as_tuple().exponent
    return run


@task
def fractions():
    from fractions import Fraction

    def run():
        total = sum((Fraction(1, number) for number in range(1, 40)), Fraction(0))
        return total, float(total), Fraction("3.25") * total, total.limit_denominator(100), total > 4
    return run


@task
def statistics_of_numbers():
    import statistics
    numbers = [(i * 37 % 101) / 4 for i in range(120)]
    return lambda: (statistics.mean(numbers), statistics.median(numbers), statistics.stdev(numbers),
                    statistics.mode(numbers), statistics.quantiles(numbers, n=4))


@task
def logged():
    import logging
    stream = io.StringIO()
    logger = logging.Logger("tasks")
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logging.Formatter("%(levelname)s %(name)s:%(lineno)d %(message)s"))
    logger.addHandler(handler)

    def run():
        stream.seek(0)
        stream.truncate()
        for number in range(40):
            logger.info("item %d of %s", number, "list")
            logger.debug("ignored %s", number)
        return len(stream.getvalue())
    return run


@task
def mocks():
    from unittest import mock

    def run():
        service = mock.Mock(spec=["fetch", "store"])
        service.fetch.return_value = 5
        for number in range(6):
            service.store(service.fetch(number), key=number)
        service.store.assert_called_with(5, key=5)
        with mock.patch("os.getcwd", return_value="/nowhere") as patched:
            where = os.getcwd()
        magic = mock.MagicMock()
        magic["a"].b.return_value = 2
        return service.store.call_count, where, patched.called, magic["a"].b(), len(magic.mock_calls)
    return run


@task
def unit_tests():
    import unittest

    class Sums(unittest.TestCase):
        def setUp(self):
            self.numbers = [1, 2, 3]

        def test_sum(self):
            self.assertEqual(sum(self.numbers), 6)
            self.assertIn(2, self.numbers)

        def test_raises(self):
            with self.assertRaisesRegex(ValueError, "invalid literal"):
                int("x")

        def test_many(self):
            for number in self.numbers:
                with self.subTest(number=number):
                    self.assertAlmostEqual(number / 3 * 3, number)

    def run():
        result = unittest.TestResult()
        for _ in range(4):
            unittest.defaultTestLoader.loadTestsFromTestCase(Sums).run(result)
        return result.testsRun, len(result.failures), len(result.errors)
    return run


@task
def signatures_of_functions():
    import functools
    import inspect

    def plain(a, b: int = 2, *rest, c, d="x", **more) -> str: ...

    @functools.wraps(plain)
    def wrapped(*args, **kwargs): ...

    def run():
        out = [str(inspect.signature(function)) for function in (plain, wrapped, mocks, os.path.join)]
        bound = inspect.signature(plain).bind(1, 3, c=4, z=5)
        bound.apply_defaults()
        return out, dict(bound.arguments), inspect.getdoc(tempfile.mkdtemp)[:20]
    return run


@task
def data_classes():
    import dataclasses

    @dataclasses.dataclass(order=True)
    class Item:
        name: str
        price: float = 0.0
        tags: list = dataclasses.field(default_factory=list, compare=False)

    def run():
        items = [Item(f"n{i % 7}", price=i / 2, tags=[i]) for i in range(40)]
        items.sort()
        return ([dataclasses.asdict(item) for item in items[:10]], repr(items[3]),
                dataclasses.replace(items[0], price=9.0), dataclasses.astuple(items[1]))
    return run


@task
def data_class_made():
    import dataclasses

    def run():
        made = dataclasses.make_dataclass("Made", [("x", int), ("y", str, "a")], frozen=True)
        return repr(made(1)), hash(made(1)) == hash(made(1))
    return run


@task
def enumerations():
    import enum

    class Colour(enum.Enum):
        RED, GREEN, BLUE = 1, 2, 3

    class Mode(enum.Flag):
        READ, WRITE, RUN = enum.auto(), enum.auto(), enum.auto()

    def run():
        out = [(colour.name, colour.value, Colour(colour.value) is colour) for colour in Colour] * 5
        for first in Mode:
            for second in Mode:
                out.append((repr(first | second), bool(first & second), first in first | second))
        return out, Colour["RED"], enum.Enum("Made", "a b").b.value
    return run


@task
def exceptions_told():
    import traceback

    def fail(depth):
        if not depth:
            raise ValueError("deep")
        fail(depth - 1)

    def run():
        out = 0
        for depth in (1, 5):
            try:
                try:
                    fail(depth)
                except ValueError as error:
                    raise KeyError("outer") from error
            except KeyError as error:
                out += len(traceback.format_exception(error))
                out += len(list(traceback.extract_tb(error.__traceback__)))
        return out
    return run


@task
def contexts():
    import contextlib

    @contextlib.contextmanager
    def opened(number):
        yield number + 1

    def run():
        total = 0
        for number in range(60):
            with opened(number) as value, contextlib.suppress(KeyError):
                total += value
                {}[1]
        with contextlib.ExitStack() as stack:
            total += sum(stack.enter_context(opened(number)) for number in range(20))
        return total
    return run


@task
def cached_functions():
    import functools

    @functools.lru_cache(maxsize=32)
    def power(base, *, exponent=2):
        return base ** exponent

    @functools.singledispatch
    def show(value):
        return "other"

    @show.register
    def _(value: int):
        return "int"

    def run():
        total = sum(power(number % 20, exponent=number % 3) for number in range(200))
        add = functools.partial(power, exponent=3)
        return total, [show(value) for value in (1, "a", True)] * 10, [add(i) for i in range(50)]
    return run


@task
def coroutines():
    import asyncio

    async def work(number, queue):
        await asyncio.sleep(0)
        await queue.put(number)
        return number * 2

    async def everything():
        queue = asyncio.Queue()
        done = await asyncio.gather(*(work(number, queue) for number in range(30)))
        return sum(done), queue.qsize()

    return lambda: asyncio.run(everything())


@task
def thread_pool():
    from concurrent.futures import ThreadPoolExecutor

    def run():
        with ThreadPoolExecutor(max_workers=2) as pool:
            return list(pool.map(len, WORDS)), pool.submit(sum, [1, 2]).result()
    return run


@task
def database():
    import sqlite3

    def run():
        with sqlite3.connect(":memory:") as base:
            base.row_factory = sqlite3.Row
            base.execute("create table item (id integer primary key, name text, price real)")
            base.executemany("insert into item (name, price) values (?, ?)",
                             [(word, len(word) / 2) for word in WORDS])
            rows = base.execute("select * from item where price > ? order by name", (2,)).fetchall()
            found = [(row["name"], row["price"]) for row in rows]
        base.close()
        return found
    return run


@task
def sorted_and_grouped():
    import itertools
    from collections import Counter, defaultdict
    from operator import attrgetter, itemgetter

    rows = [{"name": word, "size": len(word)} for word in WORDS * 4]

    def run():
        groups = defaultdict(list)
        for row in sorted(rows, key=itemgetter("size", "name")):
            groups[row["size"]].append(row["name"])
        chained = list(itertools.chain.from_iterable(groups.values()))
        told = [(key, len(list(part))) for key, part in itertools.groupby(chained, key=len)]
        return told, Counter(chained).most_common(3), attrgetter("real")(3), dict(groups)
    return run
