# Augmented assignments to items: every operator, negative and variable indices, nested containers.
import threading

N = 300


def run(count, work):
    threads = [threading.Thread(target=work, args=(k,)) for k in range(count)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()


for count in (2, 4, 8, 16):
    numbers = [0] * 8
    table = {"a": 0, ("b", 1): 0, 3: 0, None: 0}
    nested = {"list": [0, 0], "dict": {"x": 0}}
    big = [2 ** 70]
    bits = [0]
    text = {"s": ""}
    tuples = [()]

    def work(k):
        index = k % 4
        for i in range(N):
            numbers[-1] += 1
            numbers[index] += 2
            numbers[i % 2 + 4] -= 1
            table["a"] += 1
            table[("b", 1)] += 1
            table[3] -= 1
            table[None] += 5
            nested["list"][1] += 1
            nested["dict"]["x"] += 1
            big[0] += 1
            bits[0] ^= 1 << k

    run(count, work)
    total = N * count
    print(count, numbers[-1] == total, sum(numbers[:4]) == 2 * total, sum(numbers[4:6]) == -total)
    print(table == {"a": total, ("b", 1): total, 3: -total, None: 5 * total})
    print(nested == {"list": [0, total], "dict": {"x": total}}, big[0] == 2 ** 70 + total, bits)

    def grow(k):
        for _ in range(30):
            text["s"] += "x"
            tuples[0] += (k,)

    run(count, grow)
    print(len(text["s"]) == 30 * count, len(tuples[0]) == 30 * count)
