# Short statements run where they are; one that takes long, or waits for a database that another connection holds,
# lets the other threads go on, and so does one that is interrupted.
import os
import sqlite3
import sys
import tempfile
import threading
import time

# Where threads are stepped one by one, a statement is one step.
STEPPED = "tm_seed" in sys._xoptions
LONG = "with recursive c(x) as (select 1 union all select x + 1 from c where x < ?) select count(*), sum(x) from c"


def while_it_runs(function):
    """The result, and whether this thread has got on meanwhile."""
    results, steps = [], 0
    thread = threading.Thread(target=lambda: results.append(function()))
    thread.start()
    while thread.is_alive():
        steps += 1
        time.sleep(0.001)
    thread.join()
    return results, steps > 3 or STEPPED


def long_query():
    connection = sqlite3.connect(":memory:")
    return connection.execute(LONG, (1_500_000,)).fetchall()


def long_loop():
    connection = sqlite3.connect(":memory:")
    query = "with recursive c(x) as (select 1 union all select x + 1 from c where x < 400000) select x from c"
    return sum(row[0] for row in connection.execute(query))


def interrupted():
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    timer = threading.Timer(0.2, connection.interrupt)
    timer.start()
    try:
        if STEPPED:
            return "interrupted"
        connection.execute(LONG, (1 << 40,)).fetchall()
    except sqlite3.OperationalError as error:
        return str(error)
    finally:
        timer.join()


print(while_it_runs(long_query))
print(while_it_runs(long_loop))
print(while_it_runs(interrupted))

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "database")
    first = sqlite3.connect(path)
    first.execute("create table t (a integer)")
    first.execute("insert into t values (1)")

    def waits():
        second = sqlite3.connect(path)
        second.execute("insert into t values (2)")
        second.commit()
        found = second.execute("select a from t order by a").fetchall()
        second.close()
        return found

    def frees():
        time.sleep(0.2)
        first.commit()

    results = []
    thread = threading.Thread(target=lambda: results.append(waits()))
    thread.start()
    frees()
    thread.join()
    print(results)

    first.execute("begin immediate")
    impatient = sqlite3.connect(path, timeout=0.05)
    for statement in ("insert into t values (3)", "begin exclusive", "pragma busy_timeout = 20", "begin immediate"):
        try:
            print(statement, impatient.execute(statement).fetchall())
        except sqlite3.OperationalError as error:
            print(statement, error)
    first.rollback()

    # A database in memory to which a file is attached commits to that file.
    memory = sqlite3.connect(":memory:")
    memory.execute("attach ? as other", (path,))
    memory.execute("insert into other.t values (4)")
    memory.commit()
    print(first.execute("select a from t order by a").fetchall(), memory.in_transaction)
    for connection in (first, impatient, memory):
        connection.close()

connection = sqlite3.connect(":memory:", isolation_level=None)
connection.execute("create table t (a integer)")
for statement in ("begin", "insert into t values (1)", "savepoint s", "insert into t values (2)", "rollback to s",
                  "insert into t values (3)", "release s", "commit", "select a from t", "values (1, 2)",
                  "with x as (select a from t) select sum(a) from x", "with y(b) as (values (7)) insert into t select b from y",
                  "replace into t values (8)", "select count(*), sum(a) from t"):
    print(statement, connection.execute(statement).fetchall(), connection.in_transaction)
