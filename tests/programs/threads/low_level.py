# _thread: threads without a Thread, their dummy objects, exit, and what is aliased.
import _thread
import sys
import threading
import time

done = _thread.allocate_lock()
done.acquire()
got = []


def work(a, b=0):
    got.append((a, b, _thread.get_ident() != main))
    done.release()


main = _thread.get_ident()
ident = _thread.start_new_thread(work, (1,), {"b": 2})
done.acquire()
print(got, isinstance(ident, int), ident != main)


def dummy():
    me = threading.current_thread()
    got.append((type(me).__name__, me.name.startswith("Dummy-"), me.daemon, me.is_alive(), me in threading.enumerate()))
    got.append(me is threading.current_thread())
    got.append(me.ident == threading.get_ident())
    try:
        me.join()
    except RuntimeError as error:
        got.append(str(error))
    done.release()


got.clear()
_thread.start_new_thread(dummy, ())
done.acquire()
print(got[:3])
deadline = time.monotonic() + 20
while threading.active_count() > 1 and time.monotonic() < deadline:
    time.sleep(0.001)
print(threading.active_count())


def leave():
    try:
        _thread.exit()
    finally:
        done.release()


_thread.start_new_thread(leave, ())
done.acquire()
for bad in ((1, ()), (work, [1]), (work, (), 3)):
    try:
        _thread.start_new_thread(*bad)
    except TypeError as error:
        print(error)
print(_thread.LockType is type(done), type(done), _thread.error is RuntimeError)
print(_thread.TIMEOUT_MAX == threading.TIMEOUT_MAX, _thread.RLock)
print(threading.Lock is _thread.lock, isinstance(done, threading.Lock), isinstance(threading.RLock(), _thread.RLock))
print(_thread._is_main_interpreter(), _thread.daemon_threads_allowed())


class Capture:
    text = ""

    def write(self, text):
        self.text += text

    def flush(self):
        pass


def fail():
    try:
        raise ValueError("low")
    finally:
        done.release()


done.release()
stderr, sys.stderr = sys.stderr, Capture()
done.acquire()
_thread.start_new_thread(fail, ())
done.acquire()
deadline = time.monotonic() + 20
while "ValueError" not in sys.stderr.text and time.monotonic() < deadline:
    time.sleep(0.001)
text, sys.stderr = sys.stderr.text, stderr
print(text.splitlines()[0].split(" at ")[0], "|", text.splitlines()[-1])
