# The table of what programs under a GIL rely on, with 2 to 16 threads: not one update lost.
import sys
import threading
import time

seconds = float(sys.argv[sys.argv.index("--seconds") + 1]) if "--seconds" in sys.argv else 5.0
deadline = time.perf_counter() + seconds
failures = []
rounds = 0
N = 400
g = 0


class Plain:
    c = 0


class Slotted:
    __slots__ = ("s",)


def run(count, work):
    threads = [threading.Thread(target=work, args=(i,)) for i in range(count)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()


def expect(name, count, found, wanted):
    if found != wanted:
        failures.append((name, count, found, wanted))


def one_round(count):
    global g
    total = N * count
    g = 0
    Plain.c = 0
    o = Plain()
    o.x = 0
    s = Slotted()
    s.s = 0
    d = {"k": 0, 1: 0}
    l = [0] * 3
    many = list(range(100))
    appended = []
    source = iter(range(total))
    drawn = [[] for _ in range(count)]
    firsts = {}
    members = set()
    cell = 0
    f = 0.0
    stack = list(range(total))
    popped = [[] for _ in range(count)]

    def work(me):
        global g
        nonlocal cell, f
        mine = drawn[me]
        out = popped[me]
        for i in range(N):
            g += 1
            o.x += 1
            s.s += 1
            Plain.c += 1
            d["k"] += 1
            d[1] -= 1
            a = l[0]
            b = a + 1
            l[0] = b
            l[-1] += 1
            many[i % 100] += 1
            cell += 1
            f += 0.25
            appended.append((me, i))
            members.add((me, i))
            firsts.setdefault(i, me)
            out.append(stack.pop())
        for item in source:
            mine.append(item)

    run(count, work)
    expect("global", count, g, total)
    expect("attribute", count, o.x, total)
    expect("slot", count, s.s, total)
    expect("class", count, Plain.c, total)
    expect("item", count, (d["k"], d[1]), (total, -total))
    expect("straight line", count, l[0], total)
    expect("last item", count, l[-1], total)
    expect("many items", count, sum(many), sum(range(100)) + total)
    expect("nonlocal", count, cell, total)
    expect("float", count, f, total / 4)
    expect("append", count, len(appended), total)
    expect("set", count, len(members), total)
    expect("setdefault", count, len(firsts), N)
    expect("iterator", count, sorted(sum(drawn, [])), list(range(total)))
    expect("pop", count, sorted(sum(popped, [])), list(range(total)))
    for me in range(count):
        mine = [i for who, i in appended if who == me]
        expect("order", count, mine, list(range(N)))


while time.perf_counter() < deadline and not failures:
    for count in (2, 4, 8, 16):
        one_round(count)
        rounds += 1
print("guarantees:", rounds, "rounds,", len(failures), "failures")
if failures:
    print("FAILED", failures[:5])
    sys.exit(1)
print("passed")
