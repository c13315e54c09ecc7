"""How objects are taken apart for `copy` and `pickle`: what `object.__reduce_ex__` does."""

import copyreg


def reduce_ex(self, protocol):
    if type(self).__reduce__ is not object.__reduce__:
        return self.__reduce__()
    if protocol < 2:
        return copyreg._reduce_ex(self, protocol)
    return _reduce_by_new(self)


def reduce(self):
    return copyreg._reduce_ex(self, 0)


def _reduce_by_new(self):
    cls = type(self)
    new, arguments = copyreg.__newobj__, ()
    get = getattr(cls, "__getnewargs_ex__", None)
    if get is not None:
        arguments, named = get(self)
        if named:
            new, arguments = copyreg.__newobj_ex__, (arguments, named)
    else:
        get = getattr(cls, "__getnewargs__", None)
        if get is not None:
            arguments = get(self)
            if not isinstance(arguments, tuple):
                kind = type(arguments).__name__
                raise TypeError(f"__getnewargs__ should return a tuple, not '{kind}'")
        else:
            _check_is_plain(cls)
    items = iter(self) if isinstance(self, list) else None
    pairs = iter(self.items()) if isinstance(self, dict) else None
    return new, (cls, *arguments), self.__getstate__(), items, pairs


def _check_is_plain(cls):
    """Of some built-in classes nobody but they themselves can make an instance."""
    import types
    refused = (
        types.GeneratorType, types.ModuleType, types.MappingProxyType, types.TracebackType,
        types.CodeType, type(iter(())),
    )
    if issubclass(cls, refused):
        raise TypeError(f"cannot pickle '{cls.__name__}' object")


def getstate(self):
    own = getattr(self, "__dict__", None)
    state = dict(own) if own else None
    slots = {}
    for name in copyreg._slotnames(type(self)):
        try:
            slots[name] = getattr(self, name)
        except AttributeError:
            pass
    return (state, slots) if slots else state
