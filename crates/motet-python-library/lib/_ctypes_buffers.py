"""C data over the memory of objects of the heap (`from_buffer` of a byte array, an array or a
memory view of one).

Objects of the heap move, and what is written to them belongs to a transaction, so C cannot have
their memory. A `_Lent` has memory of C as large as the object's: its addresses stand for the bytes
of the object. The program's reads and writes at these addresses go to the object (`read`,
`write`). A function in C that is called with data which lies there, or which keeps a pointer there
alive, gets the bytes as they are when it is called; what it changes is in the object when it
returns (`lend`, `take_back`). In between the memory of C counts: functions of the program that C
calls see what C has done.
"""

# The module that programs know.
__name__ = "_ctypes"

from bisect import bisect_right as _bisect_right, insort as _insort
import _ctypes_core as _core
import _ctypes as _types

# Where the memory of each lent object begins, in order, and its view by that. Several threads change
# and read both, each time by one operation; a place has its view for as long as it stands here.
_starts, _views = [], {}
# Of each memory that C has at the moment, by its address: the number of calls, and the object's
# bytes as they are.
_away = {}


class _Lent(_types._Memory):
    """Memory of C that stands for that of an object, which it keeps from being resized."""

    __slots__ = ("view",)

    def __init__(self, view):
        super().__init__(view.nbytes)
        # (Otherwise it is memory of its own, which may be resized.)
        self._frees = False
        self.view = view
        _views[self.address] = view
        _insort(_starts, self.address)
        self.keep(None, view)

    def __del__(self):
        view = getattr(self, "view", None)
        if view is not None:
            _starts.remove(self.address)
            del _views[self.address]
            view.release()
            _core.release(self.address)


def lent(source):
    """The memory that stands for that of an object."""
    view = memoryview(source)
    if view.readonly:
        raise TypeError("underlying buffer is not writable")
    if not view.c_contiguous:
        raise TypeError("underlying buffer is not C contiguous")
    return _Lent(view.cast("B") if view.nbytes else view)


def _place(address):
    """The view in which an address lies, and where in it; None if it is memory of C."""
    while True:
        # (A copy: another thread may change the list between two operations.)
        starts = _starts[:]
        index = _bisect_right(starts, address) - 1
        start = starts[index] if index >= 0 else None
        view = _views.get(start)
        if view is None or start in _away:
            return None
        try:
            size = view.nbytes
        except ValueError:
            # A finalizer has released the view just now, and has taken it away.
            if _views.get(start) is view:
                return None
            continue
        return (view, address - start) if address - start <= size else None


def read(address, size):
    place = _place(address) if _starts else None
    if place is None:
        return _core.read(address, size)
    view, start = place
    return bytes(view[start:start + size])


def write(address, content):
    place = _place(address) if _starts else None
    if place is None:
        return _core.write(address, content)
    view, start = place
    view[start:start + len(content)] = content


def lend(values):
    """Gives C the bytes of the objects that arguments lie in, or keep alive: their memories, each
    with what `_away` says of it."""
    given = []
    seen = set()
    rest = list(values)
    while rest:
        value = rest.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        if isinstance(value, _Lent):
            away = _away.get(value.address)
            if away is None:
                content = bytes(value.view)
                _core.write(value.address, content)
                away = _away.setdefault(value.address, [0, content])
            away[0] += 1
            given.append((value, away))
        if isinstance(value, _types._CData):
            rest.append(value._mem)
        elif isinstance(value, _types.CArgObject):
            rest += value._obj, value._data
        elif isinstance(value, _types._Memory):
            rest += (value.kept or {}).values()
        elif isinstance(value, (tuple, list)):
            rest += value
        elif isinstance(value, _types._Copied):
            rest.append(value.value)
    return given


def take_back(given):
    """Puts what C has changed into the objects."""
    for memory, away in given:
        away[0] -= 1
        if not away[0] and _away.get(memory.address) is away:
            _away.pop(memory.address, None)
        after = _core.read(memory.address, memory.size)
        if after != away[1]:
            away[1] = after
            memory.view[:] = after
