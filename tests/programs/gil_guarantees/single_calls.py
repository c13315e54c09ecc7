# One call of a built-in method is indivisible: nobody sees half of it, nothing is lost.
import threading


def run(count, work):
    threads = [threading.Thread(target=work, args=(k,)) for k in range(count)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()


N = 120
for count in (2, 4, 8, 16):
    firsts = {}
    winners = []
    members = set()
    popped = []
    stack = list(range(N * count))
    keys = {i: i for i in range(N * count)}
    removed = []
    items = set(range(N * count))
    taken = []
    extended = []
    updated = {}

    def work(k):
        for i in range(N):
            if firsts.setdefault(i, k) == k:
                winners.append(i)
            members.add((k, i))
            members.add(i)
            popped.append(stack.pop())
            removed.append(keys.popitem()[0])
            taken.append(items.pop())
            extended.extend([k, k, k])
            updated.update({(k, i): 1, i: k})

    run(count, work)
    print(count, sorted(winners) == list(range(N)), len(firsts))
    print(len(members) == N * count + N, stack, sorted(popped) == list(range(N * count)))
    print(keys, sorted(removed) == list(range(N * count)), items, sorted(taken) == list(range(N * count)))
    print(len(extended) == 3 * N * count, all(extended[i] == extended[i + 1] == extended[i + 2] for i in range(0, len(extended), 3)))
    print(len(updated) == N * count + N)

    # Keys and members that only one may remove.
    shared = dict.fromkeys(range(N))
    chips = set(range(N))
    got = []

    def race(k):
        for i in range(N):
            if shared.pop(i, "gone") is None:
                got.append(i)
            try:
                chips.remove(i)
            except KeyError:
                pass
            else:
                got.append(N + i)

    run(count, race)
    print(sorted(got) == list(range(2 * N)), shared, chips)
