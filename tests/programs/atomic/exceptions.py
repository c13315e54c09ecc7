# An exception that leaves an atomic block commits what was done.
import threading
from motet import atomic

log = []
state = {"x": 0, "y": 0}
try:
    with atomic:
        state["x"] = 1
        raise ValueError("leaves the block")
except ValueError as error:
    log.append(str(error))
print(state, log)


def early():
    with atomic:
        state["y"] = 5
        return "returned"


def breaking():
    for i in range(10):
        with atomic:
            state["i"] = i
            if i == 3:
                break
            continue


print(early(), state["y"])
breaking()
print(state["i"])
try:
    with atomic:
        with atomic:
            state["x"] += 1
            1 // 0
except ZeroDivisionError:
    print("division", state["x"])


@atomic
def decorated(n):
    state["x"] += n
    if n == 2:
        raise KeyError(n)
    return state["x"]


print(decorated(1))
try:
    decorated(2)
except KeyError as error:
    print("KeyError", error, state["x"])

count = 0
failures = 0


def work(n):
    global count, failures
    for i in range(n):
        try:
            with atomic:
                value = int(str(count))
                count = value + 1
                if i % 10 == 0:
                    raise RuntimeError(i)
        except RuntimeError:
            with atomic:
                failures = int(str(failures)) + 1


threads = [threading.Thread(target=work, args=(500,)) for _ in range(4)]
for t in threads:
    t.start()
for t in threads:
    t.join()
print(count, failures)
