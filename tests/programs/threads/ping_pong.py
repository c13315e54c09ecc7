# Two threads take turns by two locks.
import threading

ping = threading.Lock()
pong = threading.Lock()
pong.acquire()
log = []


def play(mine, other, word, times):
    for i in range(times):
        mine.acquire()
        log.append((word, i))
        other.release()


a = threading.Thread(target=play, args=(ping, pong, "ping", 300))
b = threading.Thread(target=play, args=(pong, ping, "pong", 300))
b.start()
a.start()
a.join()
b.join()
expected = []
for i in range(300):
    expected += [("ping", i), ("pong", i)]
print(len(log), log == expected, log[:4], ping.locked(), pong.locked())
