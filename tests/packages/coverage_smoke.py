# Coverage of lines and of branches, of a module, its generators, exceptions and threads: by the
# command and by the interface, combined from two processes; and pytest with its plugin.
import contextlib
import io
import os
import subprocess
import sys
import tempfile

import coverage

MODULE = '''
import threading

def grade(points):
    if points >= 90:
        return "A"
    elif points >= 50:
        return "B"
    else:
        return "C"

def ends_with_choice(flag, log):
    if flag:
        log.append(1)
    else:
        log.append(2)

def numbers(limit):
    for number in range(limit):
        if number % 2:
            continue
        yield number
    else:
        print("all")

def careful(text):
    try:
        return int(text)
    except ValueError:
        return None
    finally:
        text = None

class Account:
    def __init__(self, balance):
        self.balance = balance

    def withdraw(self, amount):
        if amount > self.balance:
            raise RuntimeError("too much")
        self.balance -= amount

def never():
    return [x for x in range(3)]

def in_threads():
    threads = [threading.Thread(target=grade, args=(points,)) for points in (95, 60)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
'''
PROGRAM = '''
import target
target.in_threads()
target.ends_with_choice(True, [])
print(list(target.numbers(3)))
target.careful("3")
target.Account(5).withdraw(3)
'''
TESTS = '''
import target
def test_careful():
    assert target.careful("x") is None
def test_choice():
    log = []
    target.ends_with_choice(False, log)
    assert log == [2]
'''


def run(*words):
    done = subprocess.run([sys.executable, "-m", *words], capture_output=True, text=True)
    if done.returncode:
        print(done.stdout, done.stderr)
    return done.stdout


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    for name, text in [("target", MODULE), ("program", PROGRAM), ("test_target", TESTS)]:
        with open(name + ".py", "w") as file:
            file.write(text)
    print(run("coverage", "run", "program.py"), end="")
    print(run("coverage", "report", "-m"))
    print(run("coverage", "run", "--branch", "program.py"), end="")
    print(run("coverage", "report", "-m", "--skip-empty"))

    sys.path.insert(0, folder)
    cover = coverage.Coverage(data_file=None, include=["*/target.py"])
    cover.start()
    import target
    target.grade(10)
    with contextlib.suppress(RuntimeError):
        target.Account(1).withdraw(2)
    cover.stop()
    _, lines, _, missing, _ = cover.analysis2(os.path.join(folder, "target.py"))
    print(len(lines), missing)

    # Each command measures on its own; the results are put together.
    run("coverage", "run", "-p", "program.py")
    run("coverage", "run", "-p", "-m", "pytest", "-q", "test_target.py")
    run("coverage", "combine")
    print(run("coverage", "report", "-m", "--include=target.py"))
    print(run("coverage", "json", "-q", "--include=target.py", "-o", "-")[:30])

    told = run("pytest", "-q", "-p", "no:cacheprovider", "--cov=target", "--cov-report=term-missing",
               "test_target.py")
    print("\n".join(line for line in told.splitlines() if line.startswith(("target", "TOTAL"))))
