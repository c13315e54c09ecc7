# Threads share the cells of closures.
import threading


def run(*functions):
    threads = [threading.Thread(target=f) for f in functions]
    for t in threads:
        t.start()
    for t in threads:
        t.join()


def shared():
    count = 0
    lock = threading.Lock()

    def bump():
        nonlocal count
        for _ in range(500):
            with lock:
                count = max(count, count) + 1

    run(bump, bump, bump)
    return count


def own():
    out = {}

    def make(n):
        local = 0

        def step():
            nonlocal local
            for i in range(300):
                local += n
            out[n] = local

        return step

    run(*[make(n) for n in range(8)])
    return [out[n] for n in range(8)]


def plain():
    count = 0

    def bump():
        nonlocal count
        for _ in range(2000):
            count += 1

    run(bump, bump, bump, bump)
    return count


print(shared(), own(), plain())
