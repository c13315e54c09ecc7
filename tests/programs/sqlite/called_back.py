# Functions, aggregates, windows, collations and hooks.
import sqlite3

cx = sqlite3.connect(":memory:")
cx.execute("create table t(g, x)")
cx.executemany("insert into t values (?, ?)", [(i % 3, i) for i in range(12)])


def add(*numbers):
    return sum(numbers)


cx.create_function("plus", -1, add)
cx.create_function("twice", 1, lambda x: x * 2, deterministic=True)
cx.create_function("kind", 1, lambda x: type(x).__name__)
print(cx.execute("select plus(), plus(1, 2, 3), twice('ab'), twice(2.5)").fetchone())
print(cx.execute("select kind(1), kind(1.0), kind('a'), kind(x'00'), kind(null)").fetchone())
cx.execute("create index i on t(twice(x))")
print(cx.execute("select count(*) from t where twice(x) > 10").fetchone())


class Longest:
    def __init__(self):
        self.value = ""

    def step(self, text):
        self.value = max(self.value, str(text), key=len)

    def finalize(self):
        return self.value


class Moving:
    def __init__(self):
        self.total = 0

    def step(self, x):
        self.total += x

    def inverse(self, x):
        self.total -= x

    def value(self):
        return self.total

    finalize = value


cx.create_aggregate("longest", 1, Longest)
cx.create_window_function("moving", 1, Moving)
print(cx.execute("select g, longest(x) from t group by g order by g").fetchall())
print(cx.execute("select longest(x) from t where x < 0").fetchall())
window = "select moving(x) over (order by x rows between 1 preceding and 1 following) from t"
print([row[0] for row in cx.execute(window)])
cx.create_collation("backwards", lambda a, b: (a < b) - (a > b))
words = "select column1 from (values ('b'), ('a'), ('c')) order by 1 collate backwards"
print(cx.execute(words).fetchall())

# A function that asks the database itself.
cx.create_function("count_of", 1, lambda g: cx.execute("select count(*) from t where g = ?", (g,)).fetchone()[0])
print(cx.execute("select distinct g, count_of(g) from t order by g").fetchall())


def fails(*arguments):
    raise ValueError("no")


cx.create_function("fails", -1, fails)
cx.create_function("large", 0, lambda: 1 << 70)
cx.create_function("strange", 0, lambda: object())
for sql in ("select fails(1)", "select large()", "select strange()", "select twice(null)"):
    try:
        print(cx.execute(sql).fetchone())
    except Exception as error:
        print(type(error).__name__, error)


class NoFinalize:
    def step(self, x):
        pass


cx.create_aggregate("broken", 1, NoFinalize)
try:
    cx.execute("select broken(x) from t")
except sqlite3.OperationalError as error:
    print(error)

seen = []
cx.set_trace_callback(seen.append)
cx.execute("select ?, ?", (1, "it's"))
cx.set_trace_callback(None)
cx.execute("select 3")
print(seen)

denied = []


def may(action, first, second, database, trigger):
    if action == sqlite3.SQLITE_READ and second == "x":
        denied.append((first, second, database, trigger))
        return sqlite3.SQLITE_DENY
    return sqlite3.SQLITE_OK


cx.set_authorizer(may)
try:
    cx.execute("select x from t")
except sqlite3.DatabaseError as error:
    print(error, denied)
cx.set_authorizer(None)

steps = []
cx.set_progress_handler(lambda: steps.append(1) or len(steps) > 5, 100)
try:
    cx.execute("with recursive n(i) as (select 1 union all select i + 1 from n) select max(i) from n")
except sqlite3.OperationalError as error:
    print(error, len(steps))
cx.set_progress_handler(None, 0)
cx.create_function("twice", 1, None)
try:
    cx.execute("select twice(1)")
except sqlite3.OperationalError as error:
    print(error)
