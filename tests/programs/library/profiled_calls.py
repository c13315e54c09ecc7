# cProfile: how often functions are called, by which others, and that times add up.
import cProfile
import io
import os
import pstats
import subprocess
import sys
import tempfile
import threading
import time


def leaf(n):
    return n


def middle(n):
    return leaf(n) + leaf(n)


def again(n):
    return 1 if n == 0 else again(n - 1) + leaf(n)


def steps(n):
    for k in range(n):
        yield leaf(k)


clock = 0


def timer():
    global clock
    clock += 1
    return clock


def figures(profile):
    profile.create_stats()
    found = {}
    for (_, _, name), (cc, nc, tt, ct, callers) in profile.stats.items():
        if name in ("leaf", "middle", "again", "steps"):
            found[name] = cc, nc, sorted((key[2], value[:2]) for key, value in callers.items())
    return sorted(found.items())


profile = cProfile.Profile(builtins=False)
print(profile.runcall(middle, 4), figures(profile))
with cProfile.Profile(builtins=False) as profile:
    again(3)
print(figures(profile))
with cProfile.Profile(builtins=False) as profile:
    list(steps(3))
print(figures(profile)[0])
profile = cProfile.Profile(timer, 0.5, builtins=False)
profile.runcall(middle, 4)
times = {entry.code.co_name: (entry.totaltime, entry.inlinetime) for entry in profile.getstats()
         if not isinstance(entry.code, str)}
print(times["middle"][0] == times["middle"][1] + times["leaf"][0], times["leaf"][0] == times["leaf"][1] > 0)
profile.clear()
print(profile.getstats())
out = io.StringIO()
with cProfile.Profile() as profile:
    middle(1)
pstats.Stats(profile, stream=out).strip_dirs().sort_stats("name").print_stats("leaf|middle")
print([line.split()[0] for line in out.getvalue().splitlines() if line.endswith(("(leaf)", "(middle)"))])
profile = cProfile.Profile()
profile.enable()
try:
    cProfile.Profile().enable()
except ValueError as error:
    print(error)
profile.disable()


def natives(n):
    made = []
    for k in range(n):
        made.append(len("abc"))
    try:
        made.index(0)
    except ValueError:
        made.reverse()
    return sorted(made, key=leaf)


def throwing():
    made = steps(3)
    next(made)
    made.close()
    made = steps(3)
    next(made)
    try:
        made.throw(KeyError)
    except KeyError:
        pass
    return exec("leaf(1)")


def counted(profile):
    found = []
    for entry in profile.getstats():
        name = entry.code if isinstance(entry.code, str) else entry.code.co_name
        calls = [call.code if isinstance(call.code, str) else call.code.co_name for call in entry.calls or ()]
        found.append((name, entry.callcount, entry.reccallcount, sorted(calls)))
        if not 0 <= entry.inlinetime <= entry.totaltime < 10:
            print("times", entry)
    return sorted(found)


def waiting():
    for _ in range(3):
        time.sleep(0.002)
    lock.acquire(timeout=0.002)


lock = threading.Lock()
lock.acquire()
for function, *given in (natives, 3), (throwing,), (waiting,):
    profile = cProfile.Profile()
    profile.runcall(function, *given)
    for row in counted(profile):
        print(*row)
profile = cProfile.Profile()
profile.enable()
leaf(1)
(in_between,) = [entry for entry in profile.getstats() if not isinstance(entry.code, str) and entry.code is leaf.__code__]
profile.disable()
leaf(2)
profile.enable()
leaf(3)
profile.disable()
(at_end,) = [entry for entry in profile.getstats() if not isinstance(entry.code, str) and entry.code is leaf.__code__]
print(in_between.callcount, at_end.callcount)
profile.clear()
print(profile.getstats())
profile = cProfile.Profile(subcalls=False, builtins=False)
profile.enable(subcalls=False, builtins=False)
natives(1)
profile.disable()
print(sorted([(entry.code.co_name, entry.calls) for entry in profile.getstats()]))
folder = tempfile.mkdtemp()
program, kept = os.path.join(folder, "program.py"), os.path.join(folder, "kept")
with open(program, "w") as file:
    file.write("import sys\ndef f(): pass\nf(); f()\nprint(__name__, sys.argv[1:])\n")
done = subprocess.run([sys.executable, "-m", "cProfile", "-o", kept, program, "a"], capture_output=True, text=True)
print(done.stdout, done.stderr)
print([value[:2] for key, value in pstats.Stats(kept).stats.items() if key[2] == "f"])
