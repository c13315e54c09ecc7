"""The names of CPython's native pickler. The implementation is that of `pickle`, which is native
where objects are plain; `PickleBuffer` is here, since `pickle` asks for it first of all."""


class PickleBuffer:
    """Wrapper for potentially out-of-band buffers"""

    __slots__ = ("_view", "__weakref__")

    def __init__(self, object, /):
        self._view = memoryview(object)

    def _opened(self):
        if self._view is None:
            raise ValueError("operation forbidden on released PickleBuffer object")
        return self._view

    def __buffer__(self, flags, /):
        return memoryview(self._opened())

    def __reduce_ex__(self, protocol, /):
        raise TypeError("cannot pickle 'PickleBuffer' object")

    def raw(self):
        """Return a memoryview of the raw memory underlying this buffer."""
        view = self._opened()
        if not view.contiguous:
            raise BufferError("cannot extract raw buffer from non-contiguous buffer")
        if view.ndim == 1 and view.format == "B":
            return memoryview(view)
        if not view.c_contiguous:
            return memoryview(view.tobytes("A"))
        return view.cast("B")

    def release(self):
        """Release the underlying buffer."""
        self._view = None


PickleBuffer.__module__ = "pickle"

_NAMES = {
    "PickleError": "PickleError", "PicklingError": "PicklingError",
    "UnpicklingError": "UnpicklingError", "Pickler": "_NativePickler", "dump": "_dump", "dumps": "_dumps",
}


def __getattr__(name):
    if name in ("Unpickler", "load", "loads"):
        import _motet_unpickling
        return getattr(_motet_unpickling, name)
    import pickle
    if name in _NAMES:
        return getattr(pickle, _NAMES[name])
    raise AttributeError(f"module '_pickle' has no attribute {name!r}")
