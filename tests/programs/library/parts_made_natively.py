"""Paths, results of `stat`, namespaces, moments with other fields, groups, extremes: edge cases."""

import copy
import datetime
import itertools
import os
import pickle
import types


def attempt(action, *arguments, **named):
    try:
        return action(*arguments, **named)
    except Exception as error:
        return type(error).__name__, str(error)


# os.fspath
class Path:
    def __init__(self, answer):
        self.answer = answer

    def __fspath__(self):
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


class Text(str):
    def __fspath__(self):
        return "not asked"


class Refused:
    __fspath__ = None


class Static:
    @staticmethod
    def __fspath__():
        return "static"


class ByMember:
    __fspath__ = property(lambda self: lambda: "member")


for value in "a", b"b", Text("c"), Path("d"), Path(b"e"), Path(Text("f")), Path(3), Path(None), Path(KeyError("x")), Refused(), Static(), ByMember(), 3, None, Path, bytearray(b"x"):
    answer = attempt(os.fspath, value)
    print(type(answer).__name__, answer)
own = Path("x")
own.__fspath__ = lambda: "own"
print(os.fspath(own), os.fspath(path="named"), attempt(os.fspath), attempt(os.fspath, "a", "b"), attempt(os.fspath, other="a"))
print(os.path.join(Path("a"), Path("b")), os.path.basename(Path("a/b")), attempt(open, Path(3)), attempt(os.stat, Refused()))

# Results of stat.
found = os.stat(os.curdir)
print(type(found), len(found), found.n_fields, found.n_sequence_fields, found.n_unnamed_fields)
print(found.st_mtime_ns == found[8] * 10**9 + found.st_mtime_ns % 10**9, found.st_mtime == found[8] + 1e-9 * (found.st_mtime_ns % 10**9), int(found.st_atime) == found[7], int(found.st_ctime) == found[9])
print(found.st_size == found[6], found.st_blksize > 0, found.st_blocks >= 0, found.st_rdev, attempt(setattr, found, "st_size", 1), attempt(setattr, found, "st_mtime", 1))
print(pickle.loads(pickle.dumps(found)) == found, copy.copy(found).st_mtime == found.st_mtime, repr(found).startswith("os.stat_result(st_mode="))
with open(os.devnull) as file:
    print(os.fstat(file.fileno()).st_rdev == os.stat(os.devnull).st_rdev, attempt(os.fstat, -1), attempt(os.fstat, "a"))
print(os.lstat(os.curdir).st_ino == found.st_ino, attempt(os.stat, "/none at all"), attempt(os.stat, 3.5))

# Namespaces.
Namespace = types.SimpleNamespace
print(Namespace(), Namespace(a=1), Namespace(b=1, a=[2]), Namespace({"x": 1}), Namespace([("y", 2)], z=3), Namespace({"x": 1}, x=2))
print(attempt(Namespace, 1), attempt(Namespace, {1: 2}), attempt(Namespace, 1, 2), attempt(Namespace, [("a",)]), Namespace(**{"not a name": 1, "self": 2}))
one = Namespace(a=1, b=2)
one.__init__(b=3, c=4)
print(one, list(vars(one)), vars(one) == {"a": 1, "b": 3, "c": 4}, one == Namespace(a=1, b=3, c=4))
vars(one)["d"] = 5
one.__init__(e=6)
print(one.d, one.e, list(one.__dict__), Namespace.__init__.__name__, Namespace.__init__.__qualname__)


class Below(Namespace):
    __slots__ = ("slot",)

    @property
    def read(self):
        return "computed"


below = Below(slot=1, read=2, other=3)
print(below.read, below.other, vars(below))
below.slot = 4
below.__init__(slot=5)
print(below.slot, vars(below)["slot"])


class Told(Namespace):
    def __init__(self, **named):
        super().__init__(**named, told=True)

    def __setattr__(self, name, value):
        print("set", name)
        super().__setattr__(name, value)


print(Told(a=1), pickle.loads(pickle.dumps(one)) == one, copy.replace(one, a=9).a, attempt(Namespace.__init__), attempt(Namespace.__init__, 3))
many = Namespace(**{f"name{number}": number for number in range(300)})
print(len(vars(many)), many.name299, many.name7)

# Moments with other fields.
moment, day, time = datetime.datetime(2020, 2, 29, 1, 2, 3, 4, datetime.timezone.utc, fold=1), datetime.date(2020, 2, 29), datetime.time(1, 2, 3, 4)
for made in (
    attempt(moment.replace, 2024), attempt(moment.replace, 2021), attempt(moment.replace, 2021, 3, 4, 5, 6, 7, 8), attempt(moment.replace, 2021, 3, 4, 5, 6, 7, 8, None),
    attempt(moment.replace, 2021, 3, 4, 5, 6, 7, 8, None, 1), attempt(moment.replace, 2021, year=3), attempt(moment.replace, 2021, month=3), attempt(moment.replace, True, 1, 1),
    attempt(moment.replace, 2021.0), attempt(moment.replace, None), attempt(moment.replace, 2021, 3, 4, fold=0), attempt(moment.replace, 10000), attempt(moment.replace, 2021, 3, hour=25),
    attempt(day.replace, 2024), attempt(day.replace, 2021, 3), attempt(day.replace, 2021, 3, 4), attempt(day.replace, 2021, 3, 4, 5), attempt(day.replace, 2021, day=1), attempt(day.replace, 2021, year=1),
    attempt(time.replace, 5), attempt(time.replace, 5, 6, 7, 8), attempt(time.replace, 5, 6, 7, 8, datetime.timezone.utc), attempt(time.replace, 5, 6, 7, 8, None, 1), attempt(time.replace, 5, minute=7), attempt(time.replace, 5, hour=7), attempt(time.replace, 24),
    attempt(time.replace, 5, fold=1), attempt(time.replace),
):
    print(made, getattr(made, "fold", ""))


class Moment(datetime.datetime):
    pass


print(type(Moment(2020, 1, 2).replace(2021)).__name__, Moment(2020, 1, 2).replace(2021, 5))

# Batches.
for source in range(7), [1, 2, 3], (), "aé€b", {1: 2, 3: 4, 5: 6}, iter([1, 2, 3]), (item for item in range(4)), map(str, range(5)):
    print(list(itertools.batched(source, 3)))
batches = itertools.batched(range(5), 2)
print(next(batches), list(batches), list(batches), attempt(next, batches))
print(attempt(list, itertools.batched(range(5), 2, strict=True)), list(itertools.batched([1], 1000)), attempt(itertools.batched, [1], 0))
table = {1: 1, 2: 2, 3: 3}
batches = itertools.batched(table, 2)
print(next(batches), table.update({9: 9}), attempt(next, batches))
growing = [1, 2, 3]
batches = itertools.batched(growing, 2)
print(next(batches), next(batches), growing.append(4), attempt(next, batches))


# Groups.
class Key:
    def __init__(self, value):
        self.value = value

    def __eq__(self, other):
        return self.value == other.value

    __hash__ = None


print([(key, list(group)) for key, group in itertools.groupby("AAAABBBCCDA")])
print([key for key, group in itertools.groupby([1, 1.0, True, 2, None, None, float("nan")])])
print([(key.value, list(group)) for key, group in itertools.groupby(range(6), lambda number: Key(number // 4))])
groups = itertools.groupby([1, 1, 2, 2, 3])
first, group = next(groups)
second, other = next(groups)
print(first, list(group), second, next(other), next(groups)[0], list(other), attempt(next, groups), attempt(next, groups))
groups = itertools.groupby([None, None, 1])
print([(key, list(group)) for key, group in groups], list(itertools.groupby([])))


def failing(number):
    if number == 2:
        raise KeyError(number)
    return 0


groups = itertools.groupby(range(5), failing)
key, group = next(groups)
print(key, next(group), next(group), attempt(next, group), attempt(next, group), attempt(next, group), attempt(next, groups))

# Extremes.
class Asked:
    def __init__(self, value):
        self.value = value

    def __lt__(self, other):
        print("lt", self.value, other.value)
        return self.value < other.value

    def __gt__(self, other):
        print("gt", self.value, other.value)
        return self.value > other.value


nan = float("nan")
for values in (
    [(1, 2), (1, 3), (0, 9)], [(1, "b"), (1, "a")], [[2], [1, 2], []], ["b", "a", "c"], [b"b", b"a"], [1, 2.5, True], [nan, 1.0, 2.0], [1.0, nan, 0.5], (2, 10**30, -(10**30)), {3, 1, 2},
    {"b": 1, "a": 2}, frozenset([(1,), (2,)]), [None], [None, 1], [(1, None), (1, 2)], [(1, None), (2, None)], ["a", 1], [{1}, {1, 2}, {3}], [1 + 2j, 1], [], (), range(0),
):
    print(attempt(max, values), attempt(min, values), attempt(max, values, default="none") if not values else "")
print(max([Asked(1), Asked(3), Asked(2)]).value, min((Asked(1), Asked(0))).value)
first, second = [1], [1]
print(max([first, second]) is first, min((first, second)) is first, max([(0, Asked(1)), (0, Asked(2))])[1].value)
