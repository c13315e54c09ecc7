# Statements in the common case, which a native executes at once, and each case beside it.
import sqlite3


def attempt(what, function, *arguments):
    try:
        print(what, function(*arguments))
    except Exception as error:
        print(what, type(error).__name__, error)


def shown(cursor):
    names = cursor.description and [column[0] for column in cursor.description]
    return names, cursor.rowcount, cursor.lastrowid, cursor.connection.in_transaction


connection = sqlite3.connect(":memory:", cached_statements=3)
connection.execute("create table t (a integer primary key, b text unique, c real)")
cursor = connection.cursor()
for turn in range(4):
    for sql, values in (
        ("insert into t (b, c) values (?, ?)", (f"text {turn}", turn / 2)),
        ("select * from t where a = ?", (turn + 1,)),
        ("select a, b from t order by a", ()),
        ("update t set c = c + 1 where a <= ?", [turn]),
        ("select 1 where 0", ()),
        ("insert into t (b) values (?) returning a, b", (f"other {turn}",)),
        ("delete from t where b = ?", (f"other {turn}",)),
    ):
        print(sql[:12], cursor.execute(sql, values) is cursor, shown(cursor), cursor.fetchone(), cursor.fetchall())
        print(shown(cursor))
    if turn == 2:
        connection.commit()
print(connection.total_changes)

# What fails does so each time alike.
for turn in range(3):
    for sql, values in (
        ("insert into t (b, c) values (?, ?)", ("text 1", 0)),
        ("insert into t (b, c) values (?, ?)", ("text 1",)),
        ("select ?, ?", (1 << 70, 0)),
        ("select ?, ?", (object(), 0)),
        ("select ?, ?", (0, 0)),
        ("insert into t (b, c) values (?, ?)", {"b": 1}),
        ("select :a, :b", {"a": turn, "b": None}),
        ("select :b, $a, @b", {"a": turn, "b": "both"}),
        ("select :b, $a, @b", {"a": turn, "c": "both"}),
        ("select :b, $a, @b", {"a": turn, "b": object()}),
        ("select ?1, :b", {"1": 2, "b": turn}),
        ("select ?, :b", {"b": turn}),
        ("select abs(-9223372036854775807 - 1)", ()),
        ("select b from t where a = ?", ("\ud800",)),
        ("select x from t", ()),
        (b"select 1", ()),
    ):
        attempt(str(sql)[:14], lambda: cursor.execute(sql, values).fetchall())
        print(shown(cursor))

# A table that changes between two executions of a statement.
print(cursor.execute("select * from t limit 1").fetchall(), shown(cursor)[0])
connection.execute("alter table t add column d default 7")
for turn in range(2):
    print(cursor.execute("select * from t limit 1").fetchall(), shown(cursor)[0])

# One statement in two cursors at a time, and rows of all kinds of factories.
first, second = connection.cursor(), connection.cursor()
first.execute("select a from t order by a")
second.execute("select a from t order by a")
print(next(first), next(second), next(first), first.fetchall(), second.fetchone(), second.fetchmany(1), second.fetchall())


class Named(sqlite3.Row):
    def __getitem__(self, key):
        return "own", super().__getitem__(key)


for factory in (None, sqlite3.Row, Named, lambda cursor, row: len(row), dict):
    connection.row_factory = factory
    for turn in range(2):
        try:
            rows = list(connection.execute("select a as Eins, b as 'Zwei É' from t order by a limit 2"))
            rows += [connection.execute("select a, b from t").fetchone()]
            rows += connection.execute("select a as Eins, b from t limit 1").fetchall()
        except Exception as error:
            print(type(error).__name__)
            continue
        if isinstance(rows[0], sqlite3.Row):
            row = rows[0]
            print(type(row).__name__, [tuple(row) for row in rows], row.keys(), len(row), row == rows[1], hash(row) == hash(row))
            for key in (0, 1, -1, 2, -3, True, "eins", "EINS", "zwei É", "ZWEI é", "nothing", slice(0, 1), None, 1.5):
                attempt(repr(key), lambda: row[key])
        else:
            print(rows)
connection.row_factory = None

# Hooks, adapters, factories of texts and modes of transactions.
print(connection.execute("select b from t limit 1").fetchall())
connection.text_factory = bytes
print(connection.execute("select b from t limit 1").fetchall())
connection.text_factory = str
seen = []
connection.set_trace_callback(seen.append)
connection.execute("select b from t limit 1").fetchall()
connection.set_trace_callback(None)
print(seen, connection.execute("select b from t limit 1").fetchall())
connection.commit()
for level in ("IMMEDIATE", None, "", "EXCLUSIVE"):
    connection.isolation_level = level
    connection.execute("update t set c = 0 where a = ?", (1,))
    connection.execute("update t set c = 0 where a = ?", (1,))
    print(level, connection.in_transaction)
    connection.commit()
with connection:
    connection.execute("update t set c = 5 where a = ?", (1,))
try:
    with connection:
        connection.execute("update t set c = 6 where a = ?", (1,))
        raise KeyError("taken back")
except KeyError:
    pass
print(connection.execute("select c from t where a = ?", (1,)).fetchall())
closed = connection.cursor()
closed.close()
attempt("closed", closed.execute, "select 1")
sqlite3.register_adapter(int, lambda number: number + 1000)
print(connection.execute("select ?, ?", (1, "a")).fetchall(), connection.execute("select ?, ?", (1, "a")).fetchall())
connection.close()
attempt("closed", cursor.execute, "select 1")
attempt("closed", connection.cursor)
attempt("closed", connection.execute, "select 1")
