"""The objects of `hashlib` without OpenSSL. Their states lie in the heap, see `_digests`."""

import _digests


def own(cls, *names):
    """Gives a class copies of the methods of its base, which complain in its own name."""
    globals()[cls.__name__] = cls
    for name in names:
        method = getattr(cls, name)
        code = method.__code__.replace(co_qualname=f"{cls.__name__}.{name}")
        copy = type(_length)(code, globals(), name, method.__defaults__, method.__closure__)
        copy.__doc__ = method.__doc__
        setattr(cls, name, copy)


class _Digest:
    _motet_closed = True
    __slots__ = ("_holder", "__weakref__")

    def __new__(cls, *args, **kwargs):
        raise TypeError(f"cannot create '{cls.__module__}.{cls.__name__}' instances")

    @classmethod
    def _of(cls, state):
        self = object.__new__(cls)
        self._holder = [state]
        return self

    @property
    def name(self):
        return self._name

    @property
    def block_size(self):
        return self._block_size

    @property
    def digest_size(self):
        return self._digest_size

    def copy(self):
        """A hash object that goes on from the same state."""
        return self._of(self._holder[0])

    def update(self, obj, /):
        """Feeds bytes in."""
        _digests.update(self._name, self._holder, obj)

    def digest(self):
        """The hash of the bytes that were fed in."""
        return _digests.finish(self._name, self._holder)

    def hexdigest(self):
        """The hash of the bytes that were fed in, as hexadecimal digits."""
        return self.digest().hex()

    def __repr__(self):
        cls = type(self)
        return f"<{cls.__module__}.{cls.__name__} object at {id(self):#x}>"


class _FreeDigest(_Digest):
    __slots__ = ()

    def digest(self, length):
        return _digests.finish(self._name, self._holder, _length(length))

    def hexdigest(self, length):
        return self.digest(length).hex()


def _length(length):
    if length < 0:
        raise ValueError("value must be positive")
    return length


def define(module, name, class_name, block_size, digest_size):
    """A class, and the function that makes its objects."""
    base = _Digest if digest_size else _FreeDigest
    body = {
        "__slots__": (), "__module__": module, "_name": name, "_block_size": block_size,
        "_digest_size": digest_size,
    }
    cls = type(class_name, (base,), body)
    own(cls, "copy", "digest", "hexdigest", "update")
    start = _digests.start(name)

    def make(data=b"", *, usedforsecurity=True, string=None):
        made = cls._of(start)
        if string is not None:
            if data:
                raise TypeError(
                    "'data' and 'string' are mutually exclusive and support for 'string' keyword "
                    "parameter is slated for removal in a future version."
                )
            data = string
        if type(data) is not bytes or data:
            made.update(data)
        return made

    make.__name__ = make.__qualname__ = name
    make.__module__ = module
    return cls, make
