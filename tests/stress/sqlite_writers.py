# Eight threads write rows into a database, each with a connection of its own, and acknowledge each
# row when it is committed. The process is killed in the middle: the database is whole, and every
# acknowledged row is there, once.
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

WRITERS = 8


def write(path, me):
    connection = sqlite3.connect(path, timeout=60, isolation_level=None)
    number = 0
    while True:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT INTO rows VALUES (?, ?)", (me, number))
        connection.execute("UPDATE counts SET count = count + 1 WHERE writer = ?", (me,))
        connection.execute("COMMIT")
        os.write(1, b"%d %d\n" % (me, number))
        number += 1


def one_round(seed):
    """How many rows were acknowledged."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "rows.db")
        connection = sqlite3.connect(path)
        connection.execute("PRAGMA journal_mode = WAL" if seed % 2 else "PRAGMA journal_mode = DELETE")
        connection.execute("CREATE TABLE rows (writer INTEGER, number INTEGER)")
        connection.execute("CREATE TABLE counts (writer INTEGER PRIMARY KEY, count INTEGER)")
        connection.executemany("INSERT INTO counts VALUES (?, 0)", [(me,) for me in range(WRITERS)])
        connection.commit()
        connection.close()
        options = []
        for name, value in sys._xoptions.items():
            options += ["-X", name if value is True else f"{name}={value}"]
        child = subprocess.Popen(
            [sys.executable, *options, __file__, "--write", path], stdout=subprocess.PIPE
        )
        wanted = random.Random(seed).randrange(30, 150)
        acknowledged = [child.stdout.readline() for _ in range(wanted)]
        child.send_signal(signal.SIGKILL)
        acknowledged += [line for line in child.stdout if line.endswith(b"\n")]
        child.wait()
        connection = sqlite3.connect(path)
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        found = connection.execute("SELECT writer, number FROM rows").fetchall()
        rows = set(found)
        assert len(rows) == len(found), "a row is there twice"
        for line in acknowledged:
            row = tuple([int(part) for part in line.split()])
            assert row in rows, f"{row} was acknowledged and is lost"
        for me, count in connection.execute("SELECT writer, count FROM counts"):
            numbers = sorted([number for writer, number in found if writer == me])
            assert numbers == list(range(count)), f"writer {me}: {count} counted, {numbers}"
        connection.close()
        return len(acknowledged)


if "--write" in sys.argv:
    database = sys.argv[-1]
    for me in range(WRITERS):
        threading.Thread(target=write, args=(database, me)).start()
else:
    seconds = float(sys.argv[sys.argv.index("--seconds") + 1]) if "--seconds" in sys.argv else 5.0
    deadline = time.perf_counter() + seconds
    total, rounds = 0, 0
    while rounds == 0 or time.perf_counter() < deadline:
        total += one_round(rounds)
        rounds += 1
    print(f"{rounds} rounds, {total} rows acknowledged")
    print("passed")
