# Exceptions that nobody can get are handed to sys.unraisablehook.
import _thread
import gc
import io
import re
import sys
import weakref

seen = []


def note(args):
    what = getattr(args.object, "__qualname__", args.object)
    name = type(args).__name__
    seen.append((args.exc_type.__name__, str(args.exc_value), args.exc_traceback is not None,
                 args.err_msg and re.sub("0x[0-9a-f]+", "0x", args.err_msg), what, len(args), name))


class Loud:
    def __del__(self):
        raise ValueError("in del")


class Quiet:
    pass


def drop(make):
    make()
    gc.collect()
    gc.collect()


def referenced():
    quiet = Quiet()
    return weakref.ref(quiet, lambda reference: 1 / 0)


def generator():
    try:
        yield 1
    finally:
        raise IndexError("in finally")


def started():
    next(generator())


print(sys.unraisablehook is sys.__unraisablehook__)
sys.unraisablehook = note
drop(Loud)
print(seen.pop(), seen)
reference = referenced()
gc.collect()
gc.collect()
print(seen.pop(), seen, reference())
drop(started)
print(seen.pop(), seen)


def told(work):
    "What is written, without the places in memory and the marks."
    stderr, sys.stderr = sys.stderr, io.StringIO()
    try:
        work()
        text = sys.stderr.getvalue()
    finally:
        sys.stderr = stderr
    lines = re.sub("0x[0-9a-fA-F]+", "0x", text).splitlines()
    return [line.strip() for line in lines if line.strip(" ^~") and "File" not in line]


sys.unraisablehook = sys.__unraisablehook__
print(told(lambda: drop(Loud)))


def broken(args):
    raise KeyError("in the hook")


sys.unraisablehook = broken
print(told(lambda: drop(Loud)))
sys.unraisablehook = None
sys.unraisablehook = sys.__unraisablehook__
try:
    sys.unraisablehook(1)
except TypeError as error:
    print(error)


class Unshown:
    def __repr__(self):
        raise RuntimeError("no text")

    def __call__(self, reference):
        raise TypeError("in a callable")


def with_callable():
    quiet = Quiet()
    return weakref.ref(quiet, Unshown())


def forget():
    global reference
    reference = with_callable()
    gc.collect()
    gc.collect()


print(told(forget))
sys.stderr, stderr = None, sys.stderr
drop(Loud)
sys.stderr = stderr

# A thread that nobody waits for.
done = _thread.allocate_lock()
done.acquire()


def fails():
    raise OSError("in a thread")


def note_and_release(args):
    message = re.sub("0x[0-9a-fA-F]+", "0x", args.err_msg)
    seen.append((args.exc_type, str(args.exc_value), message, args.object))
    done.release()


sys.unraisablehook = note_and_release
_thread.start_new_thread(fails, ())
done.acquire()
print(seen.pop(), seen)
sys.unraisablehook = sys.__unraisablehook__
print("over")
