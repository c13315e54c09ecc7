# Threads write into one database through connections of their own, and share one connection.
import os
import sqlite3
import tempfile
import threading

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "a.db")
    with sqlite3.connect(path) as cx:
        cx.execute("pragma journal_mode = wal")
        cx.execute("create table t(writer, number, unique(writer, number))")
    cx.close()

    def write(writer):
        cx = sqlite3.connect(path, timeout=60)
        for number in range(30):
            with cx:
                cx.execute("begin immediate")
                cx.execute("insert into t values (?, ?)", (writer, number))
        cx.close()

    threads = [threading.Thread(target=write, args=(i,)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    cx = sqlite3.connect(path)
    print(cx.execute("select count(*), count(distinct writer), max(number) from t").fetchone())
    print(cx.execute("pragma integrity_check").fetchone())
    cx.close()

shared = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
shared.execute("create table t(x)")
shared.create_function("plus", 2, lambda a, b: a + b)


def share(base):
    for number in range(40):
        shared.execute("insert into t values (plus(?, ?))", (base, number))


threads = [threading.Thread(target=share, args=(1000 * i,)) for i in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(shared.execute("select count(*), count(distinct x), sum(x) from t").fetchone())

other = sqlite3.connect(":memory:")
caught = []


def wrong():
    try:
        other.execute("select 1")
    except sqlite3.ProgrammingError as error:
        caught.append(str(error).split(".")[0])


thread = threading.Thread(target=wrong)
thread.start()
thread.join()
print(caught)

# What runs is ended by another thread, while it calls back.
endless = sqlite3.connect(":memory:", check_same_thread=False)
told = []


def end():
    if not told:
        told.append(1)
        thread = threading.Thread(target=endless.interrupt)
        thread.start()
        thread.join()


endless.set_progress_handler(end, 1000)
try:
    endless.execute("with recursive n(i) as (select 1 union all select i + 1 from n) select max(i) from n")
except sqlite3.OperationalError as error:
    print(error)
