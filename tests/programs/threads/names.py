# Names, identifications, states and texts of threads.
import threading
from threading import Thread


def f():
    pass


t = Thread(target=f)
print(t.name, t.ident, t.native_id, t.is_alive(), t.daemon)
print(repr(t))
u = Thread()
print(u.name)
v = Thread(target=f, name="given")
v.name = "changed"
print(v.name, v.getName(), repr(v))
v.name = 17
print(repr(v.name))
w = Thread(target=f, daemon=True)
print(w.daemon, w.isDaemon(), repr(w).split(",")[1])
w.daemon = False
print(w.daemon)


class Special(Thread):
    pass


print(repr(Special(name="s")))
gate = threading.Event()
seen = []


def wait():
    me = threading.current_thread()
    seen.append((me is t, me.ident == threading.get_ident(), me.native_id == threading.get_native_id()))
    gate.wait()


t = Thread(target=wait, name="t")
print(threading.active_count(), len(threading.enumerate()))
t.start()
print(t.is_alive(), t.ident is not None, repr(t) == f"<Thread(t, started {t.ident})>")
print(threading.active_count(), t in threading.enumerate(), threading.enumerate()[0] is threading.main_thread())
gate.set()
t.join()
print(seen, t.is_alive(), repr(t) == f"<Thread(t, stopped {t.ident})>")
print(threading.active_count(), t in threading.enumerate())
main = threading.main_thread()
print(main is threading.current_thread(), main.name, main.is_alive(), main.daemon)
print(main.ident == threading.get_ident(), type(main).__name__)
print(repr(main) == f"<_MainThread(MainThread, started {main.ident})>")
print(isinstance(threading.get_ident(), int), isinstance(threading.get_native_id(), int))

# A thread inherits being a daemon.
out = []


def child():
    out.append(Thread().daemon)


for daemon in (False, True):
    t = Thread(target=child, daemon=daemon)
    t.start()
    t.join()
print(out)

for action in (
    lambda: t.start(),
    lambda: Thread().join(),
    lambda: threading.current_thread().join(),
    lambda: setattr(t, "daemon", False) if t.is_alive() else None,
    lambda: Thread(group=1),
):
    try:
        print(action())
    except (RuntimeError, AssertionError) as error:
        print(type(error).__name__, error)


class Forgetful(Thread):
    def __init__(self):
        pass


try:
    Forgetful().start()
except RuntimeError as error:
    print(error)
print(threading.stack_size(), threading.stack_size(0), threading.TIMEOUT_MAX > 1e6)
try:
    threading.stack_size(5)
except ValueError as error:
    print(error)
print(threading.gettrace(), threading.getprofile())
