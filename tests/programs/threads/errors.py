# An error in a thread ends that thread only.
import threading

done = []


def fail(n):
    done.append(("started", n))
    try:
        raise ValueError("in thread " + str(n))
    finally:
        done.append(("finally", n))


def fine(n):
    done.append(("fine", n))


for n in range(3):
    for f in (fail, fine):
        t = threading.Thread(target=f, args=(n,))
        t.start()
        t.join()
print(done)
caught = []


def catch(n):
    for i in range(100):
        try:
            if i % 7 == n:
                raise KeyError(i)
        except KeyError as error:
            caught.append((n, error.args[0]))


threads = [threading.Thread(target=catch, args=(n,)) for n in range(4)]
for t in threads:
    t.start()
for t in threads:
    t.join()
print(len(caught), sorted(caught)[:3], sorted(caught)[-3:])
print("the program goes on")
