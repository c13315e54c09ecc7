# A daemon thread does not keep the program alive; others do.
import threading
import time


def forever():
    while True:
        time.sleep(0.01)


def late():
    time.sleep(0.1)
    print("printed after the main thread's last line")


d = threading.Thread(target=forever, daemon=True)
d.start()
print(d.daemon, d.is_alive())
t = threading.Thread(target=late)
t.start()
print("main is done", t.daemon)
