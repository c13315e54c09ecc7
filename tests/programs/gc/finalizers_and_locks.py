# Finalizers and callbacks of weak references that take a lock: none runs in the middle of a section
# of its own thread that holds the lock.
import collections
import threading
import weakref

lock = threading.Lock()
reentrant = threading.RLock()
condition = threading.Condition()
in_section = threading.local()
calls = collections.Counter()


def note(kind):
    if getattr(in_section, "is_open", False):
        calls["within a section"] += 1
    calls[kind] += 1


class Dying:
    def __init__(self, guard, kind):
        self.guard, self.kind = guard, kind

    def __del__(self):
        with self.guard:
            note(self.kind)


class Plain:
    pass


def tell(reference):
    with lock:
        note("callback")


references = []


def make():
    Dying(lock, "lock")
    Dying(reentrant, "reentrant")
    Dying(condition, "condition")
    target = Plain()
    references.append(weakref.ref(target, tell))
    del target


def work():
    return [[number] for number in range(10_000)]


def hold(guard):
    make()
    with guard:
        in_section.is_open = True
        work()
        in_section.is_open = False


def hold_by_call():
    make()
    reentrant.acquire()
    reentrant.acquire(timeout=1)
    reentrant.release()
    in_section.is_open = True
    work()
    in_section.is_open = False
    reentrant.release()


def hold_all():
    make()
    with lock, reentrant, condition:
        in_section.is_open = True
        work()
        in_section.is_open = False


def wait():
    make()
    with condition:
        condition.wait(0.001)
        work()


def run():
    for _ in range(3):
        for guard in (lock, reentrant, condition):
            hold(guard)
        hold_by_call()
        hold_all()
        wait()


def all_called():
    kinds = "lock", "reentrant", "condition", "callback"
    return all(calls[kind] == len(references) for kind in kinds)


run()
threads = [threading.Thread(target=run) for _ in range(2)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
for _ in range(1_000):
    if all_called():
        break
    work()
print("each once", all_called(), len(references))
print("within a section of its thread:", calls["within a section"])
