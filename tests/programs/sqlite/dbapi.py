import sqlite3

cx = sqlite3.connect(":memory:")
print(sqlite3.apilevel, sqlite3.paramstyle, sqlite3.threadsafety)
cu = cx.cursor()
print(cu.description, cu.rowcount, cu.lastrowid, cu.arraysize)
cu.execute("create table person(id integer primary key, name text, weight real, photo blob)")
rows = [("Ann", 61.5, b"\0\1"), ("Bob", None, b""), ("Zoë", -0.0, None), ("", 1e300, bytearray(b"x"))]
print(cu.executemany("insert into person(name, weight, photo) values (?, ?, ?)", rows).rowcount)
print(cx.in_transaction, cx.total_changes)
cx.commit()
print(cx.in_transaction)
print(cu.execute("select * from person order by id").fetchall())
print([column[0] for column in cu.description])
print(cu.execute("select name from person where id > :low", {"low": 2}).fetchmany(1), cu.fetchone())
print(cu.fetchone(), cu.fetchall())
for row in cx.execute("select id, weight * 2 from person where weight is not null"):
    print(row)
cu.execute("update person set weight = 1")
print(cu.rowcount, cx.in_transaction)
cx.rollback()
print(cx.execute("select count(*) from person where weight = 1").fetchone())
cu.execute("insert into person(name) values ('new') returning id, name")
print(cu.fetchall(), cu.rowcount)
with cx:
    cx.execute("delete from person where name = 'new'")
try:
    with cx:
        cx.execute("insert into person(id, name) values (1, 'again')")
except sqlite3.IntegrityError as error:
    print(error, error.sqlite_errorcode, error.sqlite_errorname)
print(cx.executescript("create table a(x); insert into a values (1), (2); -- end").rowcount)
print(cx.execute("select sum(x) from a").fetchone())
print("\n".join(cx.iterdump()))


def shows(call, *arguments):
    try:
        print(call(*arguments))
    except Exception as error:
        print(type(error).__module__, type(error).__name__, error)


shows(cx.execute, "select * from nowhere")
shows(cx.execute, "select ?, ?", (1,))
shows(cx.execute, "select ?", (object(),))
shows(cx.execute, "select ?", (1 << 64,))
shows(cx.execute, "select :a", (1,))
shows(cx.execute, "select :a", {})
shows(cx.execute, "select 1; select 2")
shows(cx.execute, 5)
shows(cx.execute, "select '\ud800'")
shows(cx.executemany, "select ?", [(1,)])
shows(sqlite3.connect, "/nowhere/at/all")
shows(lambda: cx.execute("select cast(x'ff' as text)").fetchone())
print(sqlite3.complete_statement("select 1;"), sqlite3.complete_statement("select"))
cu.close()
shows(cu.execute, "select 1")
cx.close()
shows(cx.execute, "select 1")
print([c.__name__ for c in sqlite3.IntegrityError.__mro__])
