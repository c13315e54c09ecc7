# A variable that a callee changes through `f_locals` is changed once, whatever is done again: the
# threads conflict over `shared` all the time.
import gc
import sys
import threading

shared = {"sum": 0, "items": []}


def add_to(depth, place):
    if depth:
        return add_to(depth - 1, place + 1)
    variables = sys._getframe(place).f_locals
    variables["count"] += 1
    variables["items"] = variables["items"] + [variables["count"]]
    variables["beside"] = variables.get("beside", 0) + 1
    shared["sum"] += 1
    shared["items"] = [shared["sum"], shared["items"][:1]]
    return None


def work(results, number):
    count = 0
    items = []
    in_cell = 0

    def in_closure():
        variables = sys._getframe(1).f_locals
        variables["in_cell"] = in_cell + 1

    for step in range(150):
        add_to(step % 7, 1)
        in_closure()
        if len(items) > 20:
            items = items[10:]
        if step % 50 == number:
            gc.collect()
    variables = sys._getframe().f_locals
    results[number] = (count, in_cell, variables["beside"], items[-3:])


def walk(generator, results, number):
    for _ in range(150):
        shared["sum"] += 1
        generator.gi_frame.f_locals["n"] += 1
        next(generator)
    results[number] = next(generator)


def counting(n):
    while True:
        yield n


results = {}
threads = [threading.Thread(target=work, args=(results, number)) for number in range(3)]
threads += [threading.Thread(target=walk, args=(counting(0), results, number)) for number in (3, 4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print([results[number] for number in range(5)])
print(shared["sum"])


def deep(depth):
    value = [depth]
    if depth:
        deep(depth - 1)
    else:
        frame = sys._getframe()
        while frame.f_code.co_name == "deep":
            frame.f_locals["value"] = frame.f_locals["value"] * 2
            frame = frame.f_back
    gathered.append(value)


for _ in range(5):
    gathered = []
    deep(60)
    shared["sum"] += 1
print(gathered[:3], sum(map(sum, gathered)))
