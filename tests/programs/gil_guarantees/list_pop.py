# list.pop hands out each item once.
import threading


def work(source, out):
    while True:
        try:
            out.append(source.pop())
        except IndexError:
            return


for count in (2, 4, 16):
    source = list(range(6000))
    outs = [[] for _ in range(count)]
    threads = [threading.Thread(target=work, args=(source, out)) for out in outs]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    falling = True
    for out in outs:
        for i in range(1, len(out)):
            if out[i - 1] <= out[i]:
                falling = False
    everything = []
    for out in outs:
        everything += out
    print(count, len(everything), sorted(everything) == list(range(6000)), falling, source)
