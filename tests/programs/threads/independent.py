# Independent work in threads gives the same answers as without threads.
import threading


def primes(low, high):
    found = []
    for n in range(low, high):
        if n < 2:
            continue
        d = 2
        while d * d <= n:
            if n % d == 0:
                break
            d += 1
        else:
            found.append(n)
    return found


def run(parts):
    results = [None] * len(parts)

    def work(index, low, high):
        results[index] = primes(low, high)

    threads = [threading.Thread(target=work, args=(i, low, high)) for i, (low, high) in enumerate(parts)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    return [p for part in results for p in part]


whole = primes(0, 4000)
print(len(whole), whole[-1])
for count in (1, 2, 3, 8):
    size = 4000 // count + 1
    parts = [(i * size, min((i + 1) * size, 4000)) for i in range(count)]
    print(count, run(parts) == whole)
