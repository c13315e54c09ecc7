# Atomic blocks nest: only the outermost one ends the transaction.
import threading
from motet import atomic

a = 0
b = 0
torn = 0
done = 0


@atomic
def bump_a():
    global a
    a += 1


def bump_b():
    global b
    with atomic:
        b += 1


def both(times):
    global done
    for _ in range(times):
        with atomic:
            bump_a()
            with atomic:
                with atomic:
                    pass
                bump_b()
    with atomic:
        done += 1


def watch():
    global torn
    while done < 3:
        with atomic:
            if a != b:
                torn += 1


threads = [threading.Thread(target=both, args=(1000,)) for _ in range(3)] + [threading.Thread(target=watch)]
for t in threads:
    t.start()
for t in threads:
    t.join()
print(a, b, torn)
