# A process whose eight threads write is killed in the middle: what it has acknowledged is there.
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile

WRITER = """
import sqlite3, sys, threading
told = threading.Lock()
def write(writer):
    cx = sqlite3.connect(sys.argv[1], timeout=60, isolation_level=None)
    for number in range(100_000):
        cx.execute("begin immediate")
        cx.execute("insert into t values (?, ?)", (writer, number))
        cx.execute("commit")
        with told:
            print(writer, number, flush=True)
for writer in range(8):
    threading.Thread(target=write, args=(writer,)).start()
"""

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "a.db")
    for mode in ("wal", "delete"):
        cx = sqlite3.connect(path)
        cx.execute(f"pragma journal_mode = {mode}").fetchall()
        cx.execute("drop table if exists t")
        cx.execute("create table t(writer, number, unique(writer, number))")
        cx.close()
        options = []
        for name, value in sys._xoptions.items():
            options += ["-X", name if value is True else f"{name}={value}"]
        command = [sys.executable, *options, "-c", WRITER, path]
        child = subprocess.Popen(command, stdout=subprocess.PIPE)
        lines = [child.stdout.readline() for _ in range(60)]
        os.kill(child.pid, signal.SIGKILL)
        lines += child.stdout.readlines()
        child.wait()
        child.stdout.close()
        told = {tuple(map(int, line.split())) for line in lines if line.endswith(b"\n")}
        cx = sqlite3.connect(path)
        print(mode, cx.execute("pragma integrity_check").fetchall())
        there = set(cx.execute("select writer, number from t"))
        print(len(told) >= 60, told <= there, len(there - told) <= 8)
        cx.close()
