# The first row is read when a statement is executed, and a statement with one row ends there.
import sqlite3

connection = sqlite3.connect(":memory:")
connection.execute("create table books (id integer primary key, title text, price real)")
connection.executemany(
    "insert into books values (?, ?, ?)",
    [(number, f"title {number}", number / 2) for number in range(5)],
)

cursor = connection.cursor()
for wanted in (
    ("select title from books where id = ?", (3,)),
    ("select title from books where id > ?", [2]),
    ("select title from books where id = :id", {"id": 4}),
    ("select title from books where id = ?", (9,)),
    ("select ?, ?, ?, ?", (None, b"bytes", "text", 2.5)),
    ("insert into books (title) values (?) returning id", ("new",)),
    ("update books set price = 1 where id < ?", (2,)),
    ("pragma user_version", ()),
):
    cursor.execute(*wanted)
    print(cursor.description and [column[0] for column in cursor.description], cursor.rowcount, end=" ")
    print(cursor.fetchone(), cursor.fetchall(), cursor.fetchone(), cursor.rowcount)

# An error of the first row comes at once, one of a later row where that is read.
try:
    cursor.execute("select abs(-9223372036854775808)")
except sqlite3.OperationalError as error:
    print("execute:", error)
LATER = "select abs(case value when ? then -9223372036854775807 - 1 else value end) from json_each(?)"
cursor.execute(LATER, (3, "[1, 2, 3]"))
try:
    for row in cursor:
        print(row)
except sqlite3.OperationalError as error:
    print("next:", error)
cursor.execute(LATER, (2, "[1, 2]"))
try:
    print(cursor.fetchone())
except sqlite3.OperationalError as error:
    print("fetchone:", error)

# A text that is no UTF-8 is told where it is read.
cursor.execute("select cast(x'ff' as text) as broken")
try:
    print(cursor.fetchone())
except sqlite3.OperationalError as error:
    print("fetchone:", error)

# Factories, converters and classes below str see the same rows.
connection.row_factory = sqlite3.Row
row = connection.execute("select * from books where id = 1").fetchone()
print(tuple(row), row.keys())
connection.row_factory = None
connection.text_factory = bytes
print(connection.execute("select title from books where id = 1").fetchone())
connection.text_factory = lambda content: content.decode().upper()
print(connection.execute("select title from books where id = 1").fetchone())
connection.text_factory = str


class Name(str):
    pass


print(connection.execute("select ?", (Name("name"),)).fetchone())
print(connection.execute("select ?", (True,)).fetchone())
for wrong in ((1, 2), (object(),), (2**70,), ("\ud800",)):
    try:
        connection.execute("select ?", wrong).fetchone()
    except Exception as error:
        print(type(error).__name__, error)

# The same statement again, while another cursor has a row of it.
first, second = connection.execute("select 1"), connection.execute("select 1")
print(first.fetchone(), second.fetchone(), first.fetchone(), second.fetchone())
closed = connection.cursor()
closed.execute("select 1")
closed.close()
try:
    closed.fetchone()
except sqlite3.ProgrammingError as error:
    print(error)
