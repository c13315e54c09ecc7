# What was written before a flag is seen after it, by polling alone.
import threading

data = {}
ready = False
stop = False
seen = []


def reader():
    global stop
    while not ready:
        pass
    seen.append(data["value"])
    stop = True


def writer():
    global ready
    data["value"] = [1, 2, 3]
    ready = True
    while not stop:
        pass
    seen.append("stopped")


threads = [threading.Thread(target=reader), threading.Thread(target=writer)]
for t in threads:
    t.start()
for t in threads:
    t.join()
print(seen)
