import atexit, sys, threading


def last(*words, **named):
    print("last", words, named)


def failing():
    raise ValueError("of no use")


@atexit.register
def decorated():
    print("decorated")


sys.unraisablehook = lambda event: print("ignored", event.exc_value)
atexit.register(last, 1, 2, k=3)
atexit.register(failing)
atexit.register(print, "never")
atexit.unregister(print)
atexit.register(print, "first")


def later():
    threading.main_thread().join(0.01)
    print("a thread ends before")


threading.Thread(target=later).start()
try:
    atexit.register(3)
except TypeError as error:
    print(error)
