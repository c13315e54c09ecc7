# Threads that share one iterator hand out each element once.
import threading


def work(it, out):
    for x in it:
        out.append(x)


for count in (2, 4, 16):
    it = iter(range(8000))
    outs = [[] for _ in range(count)]
    threads = [threading.Thread(target=work, args=(it, out)) for out in outs]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    everything = []
    rising = True
    for out in outs:
        for i in range(1, len(out)):
            if out[i - 1] >= out[i]:
                rising = False
        everything += out
    everything.sort()
    print(count, len(everything), everything == list(range(8000)), rising)
