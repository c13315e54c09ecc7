# Row factories, texts, adapters, converters.
import datetime
import sqlite3


class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __conform__(self, protocol):
        if protocol is sqlite3.PrepareProtocol:
            return f"{self.x};{self.y}"


class Temperature(float):
    pass


sqlite3.register_adapter(Temperature, lambda value: round(value))
sqlite3.register_converter("point", lambda text: tuple(map(float, text.split(b";"))))
sqlite3.register_converter("yes", lambda text: text != b"0")

kinds = sqlite3.PARSE_DECLTYPES | sqlite3.PARSE_COLNAMES
cx = sqlite3.connect(":memory:", detect_types=kinds)
cx.execute("create table t(p point, ok yes(1), d DATE, n numeric)")
cx.execute("insert into t values (?, ?, ?, ?)", (Point(1, 2.5), True, None, Temperature(20.7)))
print(cx.execute("select * from t").fetchone())
print(cx.execute('select ok + 1 as "sum [yes]", p as "raw [nothing]" from t').fetchone())
print(cx.execute('select ok as "name [yes]" from t').description)

cx.row_factory = sqlite3.Row
row = cx.execute("select n, ok as Flag, 3 as three from t").fetchone()
print(row["N"], row["flag"], row[2], row[-1], row[0:2], len(row), row.keys(), tuple(row))
print(row == row, hash(row) == hash(row), dict(row))
for key in ("nothing", 9, 1.5):
    try:
        row[key]
    except IndexError as error:
        print(error)
cx.row_factory = lambda cursor, row: {c[0]: v for c, v in zip(cursor.description, row)}
print(cx.execute("select 1 as a, 'b' as b").fetchall())
cx.row_factory = None

for factory in (bytes, bytearray, lambda text: text.decode("latin-1"), str):
    cx.text_factory = factory
    print(cx.execute("select 'Zoë', 1, x'00'").fetchall())

cx.execute("create table long(n)")
cx.execute("insert into long values (?)", (datetime.date(2024, 5, 6).isoformat(),))
print(cx.execute("select n, typeof(n) from long").fetchone())
for value in (True, -(1 << 63), (1 << 63) - 1, 1.5, "", "\0", b"", None, memoryview(b"ab")):
    print(repr(cx.execute("select ?1, typeof(?1)", (value,)).fetchone()))
print(sqlite3.adapt(Point(3, 4)))
try:
    sqlite3.adapt(object())
except sqlite3.ProgrammingError as error:
    print(error)
