# What packages ask for: names of types and locks, natives as attributes, picklers with tables of their own,
# the C API behind ctypes, zones.
import builtins
import collections
import copyreg
import ctypes
import enum
import gc
import hashlib
import io
import pickle
import signal
import sys
import threading
import types
import zoneinfo
from ctypes import wintypes

print(types.TracebackType, threading._RLock.__name__, threading._PyRLock is threading._RLock)
print([name for name in ("None", "True", "False", "__debug__") if name in dir(builtins)], __builtins__ is builtins)


class Lock(threading._RLock):
    pass


with Lock() as got:
    print(got)


class Holder:
    sha1, blake = hashlib.sha1, hashlib.blake2b

    def digest(self):
        return self.sha1(b"x").hexdigest(), self.blake(data=b"x").digest_size


print(Holder().digest())


class Pickler(pickle.Pickler):
    dispatch = {}
    dispatch_table = {complex: lambda z: (complex, (z.imag, z.real))}

    def reducer_override(self, value):
        if value is Holder:
            return str, ("the class",)
        return NotImplemented


kept = io.BytesIO()
Pickler(kept).dump([Holder, 1 + 2j, len, str.upper, {1: (2,)}, print])
print(pickle.loads(kept.getvalue()))


class Kind(enum.Enum):
    A = 1


Named = collections.namedtuple("Named", "a b")
print(pickle.loads(pickle.dumps(Kind.__dict__["_new_member_"])) is object.__new__)
print(pickle.loads(pickle.dumps(Named.b)).__get__(Named(1, 2), Named))
print(wintypes.VARIANT_BOOL(True).value, wintypes.VARIANT_BOOL(0).value, ctypes.sizeof(wintypes.VARIANT_BOOL), bytes(wintypes.VARIANT_BOOL(5)))

api = ctypes.pythonapi
api.PyCapsule_New.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
api.PyCapsule_New.restype = ctypes.py_object
api.PyCapsule_GetPointer.argtypes = (ctypes.py_object, ctypes.c_char_p)
api.PyCapsule_GetPointer.restype = ctypes.c_void_p
capsule = api.PyCapsule_New(4096, b"a.name", None)
print(type(capsule), type(capsule) is types.CapsuleType, repr(capsule).split(" at")[0], api.PyCapsule_GetPointer(capsule, b"a.name"))
try:
    api.PyCapsule_GetPointer(capsule, b"other")
except ValueError as error:
    print(error)
try:
    types.CapsuleType()
except TypeError as error:
    print(error)
api.PyOS_getsig.restype = api.PyOS_setsig.restype = ctypes.c_void_p
api.PyOS_getsig.argtypes, api.PyOS_setsig.argtypes = (ctypes.c_int,), (ctypes.c_int, ctypes.c_void_p)
handled = []
signal.signal(signal.SIGUSR1, lambda *given: handled.append(given[0]))
handler = api.PyOS_getsig(signal.SIGUSR1)
print(bool(handler), api.PyOS_setsig(signal.SIGUSR1, handler) == handler)
signal.raise_signal(signal.SIGUSR1)
print(handled)
try:
    api.PyNoSuchFunction
except AttributeError as error:
    print(type(error).__name__)


def outer():
    try:
        yield from inner()
    finally:
        print("outer ends")


def inner():
    try:
        yield 1
    finally:
        print("inner ends")


class Cycle:
    pass


def leave():
    cycle = Cycle()
    cycle.self, cycle.generator = cycle, outer()
    next(cycle.generator)


leave()
gc.collect()
print(len(zoneinfo.TZPATH) > 0, all(path.startswith("/") for path in zoneinfo.TZPATH))
