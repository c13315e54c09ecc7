# Methods of classes that are native in CPython complain of arguments that do not fit as natives do,
# though the library may define them in Python.
import array
import collections
import datetime
import decimal
import io


class Other:
    pass


def told(method, *arguments, **names):
    try:
        method(*arguments, **names)
        print("no error")
    except TypeError as error:
        print(error)


DAY, NUMBER, ROW = datetime.date(2024, 2, 29), decimal.Decimal("1.5"), array.array("d", [1.5])
for owner, value, names in [
    (datetime.date, DAY, ["ctime", "isocalendar", "__eq__", "__hash__", "timetuple"]),
    (decimal.Decimal, NUMBER, ["copy_abs", "is_finite", "conjugate", "__hash__", "as_tuple"]),
    (array.array, ROW, ["append", "insert", "tolist", "__getitem__", "__setitem__", "byteswap"]),
    (io.BytesIO, io.BytesIO(), ["getvalue", "__next__"]),
    (collections.OrderedDict, collections.OrderedDict(), ["copy"]),
]:
    for name in names:
        print(owner.__name__, name)
        told(getattr(owner, name))
        told(getattr(owner, name), Other(), 1, 2, 3, 4)
        told(getattr(value, name), 1, 2, 3, 4)
        told(getattr(value, name), other=1)
told(DAY.replace, 1, 2, 3, 4)
told(DAY.strftime)
told(DAY.replace, other=1)
told(datetime.date.today, 1)
told([].__setitem__, 1)
told((1).__pow__)


class Mine(datetime.date):
    def isoformat(self, sep):
        return sep


told(Mine(2024, 1, 1).isoformat)
