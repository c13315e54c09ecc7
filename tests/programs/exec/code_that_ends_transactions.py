"""`exec` and `eval`: what their code gives, raises, and waits for."""

import functools
import sys
import threading
import traceback

# Code of each mode, and of functions, by each of both.
CODES = {
    "exec": compile("made = 5", "<made>", "exec"),
    "exec of nothing": compile("", "<made>", "exec"),
    "eval": compile("6 * 7", "<made>", "eval"),
    "eval of None": compile("None", "<made>", "eval"),
    "eval of either": compile("7 if chosen else None", "<made>", "eval"),
    "single": compile("made = 5", "<made>", "single"),
    "function": (lambda: 8).__code__,
    "raise": compile("raise KeyError('raised')", "<made>", "exec"),
    "tried": compile("try:\n  1 / 0\nexcept ZeroDivisionError:\n  made = 9", "<made>", "exec"),
    "loop": compile("for made in range(3):\n  if made: break\nelse:\n  made = None", "<made>", "exec"),
}


def told(call, *given):
    try:
        return call(*given)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


for name, code in CODES.items():
    for chosen in (True, False):
        names = {"chosen": chosen}
        print(name, chosen, told(exec, code, names), told(eval, code, names), names.get("made"))
        mapping = {}
        print("   ", told(lambda: exec(code, {"chosen": chosen}, mapping)), mapping)

# Wrong calls, by place and by name.
WRONG = [
    lambda: exec(),
    lambda: eval(),
    lambda: eval("1", {}, {}, None),
    lambda: exec("1", globals={}, other=1),
    lambda: exec("1", {}, {}, globals={}),
    lambda: exec("1", 5),
    lambda: eval("1", 5),
    lambda: exec("1", {}, 5),
    lambda: exec(5),
    lambda: eval("1 +"),
    lambda: exec("1", closure=()),
    lambda: exec(CODES["exec"], closure=()),
    lambda: exec(CODES["eval"], {}, {}, closure=5),
]
for wrong in WRONG:
    print(told(wrong))

# By name, from natives, as a method, with a star.
names = {}
exec("a = 1", globals=names)
exec("b = a + 1", globals=names, locals=names)
list(map(exec, ["c = 3", "d = c + 1"], [names, names]))
functools.partial(exec, "e = 5")(names)
exec(*("f = 6", names))
print(sorted(item for item in names.items() if item[0] != "__builtins__"))
print(list(map(eval, ["a + b", "c * d"], [names, names])), eval(*["e", names]), eval("f", globals=names))
print(sorted(["a", "c", "b"], key=lambda name: -eval(name, names)))


class Runner:
    run = exec
    value = staticmethod(eval)

    def __call__(self, text):
        local = len(text)
        return eval(text)


names = {}
Runner.run("g = 7", names)
Runner().run("h = 8", names)
print(names["g"], names["h"], Runner.value("g + h", names), Runner()("local + 1"))


# Below each other, to some depth; locals of the caller; generators.
def nested(depth):
    return eval("nested(depth - 1) + 1 if depth else 0")


def steps():
    for number in range(3):
        exec("seen.append(number)", globals(), locals())
        yield eval("number * number")


seen = []
print(nested(50), list(steps()), seen)
sys.setrecursionlimit(300)
print(told(nested, 10_000)[:60])
sys.setrecursionlimit(1000)


# Tracebacks and frames.
def raising():
    exec("def inner():\n    1 / 0\n\ninner()")


try:
    raising()
except ZeroDivisionError as error:
    frames = traceback.extract_tb(error.__traceback__)
    print([(frame.name, frame.lineno) for frame in frames][1:])
print(eval("[sys._getframe(depth).f_code.co_name for depth in (0, 1)]"))

events = []


def profiled(frame, event, argument):
    named = getattr(argument, "__name__", None)
    if event.startswith("c_") and named == "setprofile":
        return
    events.append((event, frame.f_code.co_name if not event.startswith("c_") else named))


sys.setprofile(profiled)
exec("eval('len([])')")
sys.setprofile(None)
print(events)

# A thread that waits inside of it lets others run, and they see what it has written.
shared = {"threading": threading, "ready": threading.Event(), "answers": []}
program = """
def answer():
    ready.wait()
    answers.append(value)

thread = threading.Thread(target=answer)
thread.start()
value = 11
ready.set()
thread.join()
answers.append("joined")
lock = threading.Lock()
counts = [0]
def count():
    for _ in range(500):
        with lock:
            counts[0] += 1
threads = [threading.Thread(target=count) for _ in range(3)]
for thread in threads:
    thread.start()
while counts[0] < 1500:
    pass
for thread in threads:
    thread.join()
answers.append(counts[0])
"""
exec(program, shared)
print(shared["answers"])
results = []


def beside(number):
    names = {"number": number, "total": 0}
    exec("for step in range(200):\n    total += step * number", names)
    results.append((number, names["total"], eval("total // 2", names)))


threads = [threading.Thread(target=beside, args=(number,)) for number in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(sorted(results))
