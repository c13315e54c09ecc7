"""Rows that are taken one by one: in their order, beside changes, behind errors, after closing."""

import sqlite3

connection = sqlite3.connect(":memory:")
connection.execute("CREATE TABLE t (a INTEGER, b TEXT, c REAL, d BLOB)")
rows = [(n, f"name {n}", n / 4, bytes([n % 256])) for n in range(500)]
connection.executemany("INSERT INTO t VALUES (?, ?, ?, ?)", rows)
connection.commit()

print(list(connection.execute("SELECT * FROM t")) == rows)
cursor = connection.execute("SELECT * FROM t")
print([next(cursor) for _ in range(5)] == rows[:5])
print([cursor.fetchone() for _ in range(5)] == rows[5:10])
print(cursor.fetchmany(7) == rows[10:17], cursor.fetchmany(0), cursor.fetchall() == rows[17:])
print(cursor.fetchone(), cursor.fetchall(), next(cursor, "no more"))

# A loop that deletes what comes next does not meet it.
seen = []
for (a,) in connection.execute("SELECT a FROM t WHERE a < 12 ORDER BY rowid"):
    seen.append(a)
    connection.execute("DELETE FROM t WHERE a = ?", (a + 2,))
print(seen)
connection.rollback()

# An error behind rows comes behind those that could be stepped over.
text = "SELECT CASE WHEN a = 90 THEN abs(-9223372036854775808) ELSE a END FROM t ORDER BY rowid"
seen = []
try:
    for (a,) in connection.execute(text):
        seen.append(a)
except sqlite3.Error as error:
    print(type(error).__name__, error)
print(seen == list(range(89)))

# So does a text that is not UTF-8.
connection.execute("UPDATE t SET b = CAST(x'ff41' AS TEXT) WHERE a = 70")
seen = []
try:
    for (b,) in connection.execute("SELECT b FROM t ORDER BY rowid"):
        seen.append(b)
except sqlite3.OperationalError as error:
    print(type(error).__name__, str(error)[:31])
print(len(seen))
connection.rollback()

# Functions of the program run when their row is wanted.
third, calls = sqlite3.connect(":memory:"), []
third.execute("CREATE TABLE t (a)")
third.executemany("INSERT INTO t VALUES (?)", [(n,) for n in range(50)])
third.create_function("noted", 1, lambda a: calls.append(a) or a)
cursor = third.execute("SELECT noted(a) FROM t ORDER BY rowid")
print(next(cursor), len(calls))
for _ in range(5):
    next(cursor)
print(len(calls))


def take(connection):
    cursor = connection.execute("SELECT a FROM t ORDER BY rowid")
    for row in cursor:
        if row[0] == 20:
            connection.close()


other = sqlite3.connect(":memory:")
other.execute("CREATE TABLE t AS WITH RECURSIVE n(a) AS (VALUES (0) UNION ALL "
              "SELECT a + 1 FROM n WHERE a < 99) SELECT a FROM n")
other.commit()
try:
    take(other)
except sqlite3.ProgrammingError as error:
    print(error)

cursor = connection.execute("SELECT a FROM t ORDER BY rowid")
for row in cursor:
    if type(row) is dict:
        print(row)
        break
    if row[0] == 30:
        cursor.row_factory = lambda cursor, row: {"a": row[0]}
cursor.close()
try:
    next(cursor)
except sqlite3.ProgrammingError as error:
    print(error)


class Mine(sqlite3.Cursor):
    def __next__(self):
        return "mine", super().__next__()


print(next(iter(Mine(connection).execute("SELECT 1"))))
for row in Mine(connection).execute("SELECT a FROM t WHERE a < 3"):
    print(row)
