# Backup, blobs, serialize, limits, configuration, transactions of all kinds.
import os
import sqlite3
import tempfile

cx = sqlite3.connect(":memory:")
cx.execute("create table t(x)")
cx.executemany("insert into t values (?)", [(str(i) * 500,) for i in range(200)])
cx.commit()
copy = sqlite3.connect(":memory:")
told = []
cx.backup(copy, pages=10, progress=lambda status, left, all: told.append(left))
print(len(told) > 5, told[-1], copy.execute("select count(*) from t").fetchone())
data = cx.serialize()
other = sqlite3.connect(":memory:")
other.deserialize(data)
print(other.execute("select count(*), max(length(x)) from t").fetchone(), data[:15])
other.close()

cx.execute("create table b(data blob)")
cx.execute("insert into b values (zeroblob(10))")
with cx.blobopen("b", "data", 1) as blob:
    blob.write(b"hello")
    blob[-1] = 33
    blob[5:7] = b"--"
    print(len(blob), blob.tell(), blob[0], blob[0:8:2], blob[-1])
    blob.seek(-4, os.SEEK_END)
    print(blob.read(), blob.read())
    for wrong in (lambda: blob.write(b"x"), lambda: blob[10], lambda: blob.seek(11), lambda: blob["a"]):
        try:
            wrong()
        except Exception as error:
            print(type(error).__name__, error)
try:
    blob.read()
except sqlite3.ProgrammingError as error:
    print(error)
print(cx.execute("select data from b").fetchone())

print(cx.setlimit(sqlite3.SQLITE_LIMIT_SQL_LENGTH, 100) > 100, cx.getlimit(sqlite3.SQLITE_LIMIT_SQL_LENGTH))
try:
    cx.execute("select 1" + " " * 100)
except sqlite3.DataError as error:
    print(error)
print(cx.getconfig(sqlite3.SQLITE_DBCONFIG_ENABLE_FKEY))
cx.setconfig(sqlite3.SQLITE_DBCONFIG_ENABLE_FKEY)
print(cx.getconfig(sqlite3.SQLITE_DBCONFIG_ENABLE_FKEY))
cx.close()

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "a.db")
    one = sqlite3.connect(path, isolation_level="IMMEDIATE")
    two = sqlite3.connect(path, timeout=0.05, isolation_level=None)
    one.execute("create table t(x)")
    one.execute("insert into t values (1)")
    print(one.in_transaction, one.isolation_level)
    try:
        two.execute("insert into t values (2)")
    except sqlite3.OperationalError as error:
        print(error, error.sqlite_errorname)
    one.commit()
    two.execute("insert into t values (2)")
    print(two.in_transaction, one.execute("select count(*) from t").fetchone())
    one.close()
    two.close()
    three = sqlite3.connect(path, autocommit=False)
    print(three.in_transaction, three.autocommit)
    three.execute("insert into t values (3)")
    three.rollback()
    print(three.execute("select count(*) from t").fetchone(), three.in_transaction)
    three.autocommit = True
    three.execute("insert into t values (4)")
    print(three.in_transaction, three.execute("select count(*) from t").fetchone())
    three.close()
    four = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        four.execute("insert into t values (5)")
    except sqlite3.OperationalError as error:
        print(error)
    print(four.execute("pragma journal_mode").fetchall())
    four.close()
