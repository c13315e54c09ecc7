"""BLAKE2."""

import _digests
from _digest_classes import _Digest
from _digest_classes import own as _own


class _Blake2(_Digest):
    _motet_closed = True
    __slots__ = ("_length",)

    def __new__(
        cls, data=b"", *, digest_size=None, key=b"", salt=b"", person=b"", fanout=1, depth=1,
        leaf_size=0, node_offset=0, node_depth=0, inner_size=0, last_node=False,
        usedforsecurity=True, string=None,
    ):
        if string is not None:
            data = string
        most = cls.MAX_DIGEST_SIZE
        if digest_size is None:
            digest_size = most
        if not 1 <= digest_size <= most:
            raise ValueError(
                f"digest_size for {cls._title} must be between 1 and {most} bytes, "
                f"here it is {digest_size}"
            )
        salt, person, key = _bytes(salt), _bytes(person), _bytes(key)
        if len(salt) > cls.SALT_SIZE:
            raise ValueError(f"maximum salt length is {cls.SALT_SIZE} bytes")
        if len(person) > cls.PERSON_SIZE:
            raise ValueError(f"maximum person length is {cls.PERSON_SIZE} bytes")
        if len(key) > cls.MAX_KEY_SIZE:
            raise ValueError(f"maximum key length is {cls.MAX_KEY_SIZE} bytes")
        if not 0 <= fanout <= 255:
            raise ValueError("fanout must be between 0 and 255")
        if not 1 <= depth <= 255:
            raise ValueError("depth must be between 1 and 255")
        if not 0 <= leaf_size < 1 << 32:
            kind = ValueError if leaf_size < 0 else OverflowError
            raise kind("leaf_size is too large" if leaf_size > 0 else "value must be positive")
        if node_offset < 0:
            raise ValueError("value must be positive")
        if node_offset >= cls._offset_limit:
            raise OverflowError("node_offset is too large")
        if not 0 <= node_depth <= 255:
            raise ValueError("node_depth must be between 0 and 255")
        if not 0 <= inner_size <= most:
            raise ValueError(f"inner_size must be between 0 and is {most}")
        self = cls._of(_digests.start_blake2(
            cls._name, digest_size, key, salt, person, fanout, depth, leaf_size, node_offset,
            node_depth, inner_size, bool(last_node), None,
        ))
        self._length = digest_size
        if type(data) is not bytes or data:
            self.update(data)
        return self

    @property
    def digest_size(self):
        return self._length

    def copy(self):
        made = self._of(self._holder[0])
        made._length = self._length
        return made


def _bytes(value):
    if isinstance(value, str):
        raise TypeError(f"a bytes-like object is required, not '{type(value).__name__}'")
    return bytes(memoryview(value))


class blake2b(_Blake2):
    __slots__ = ()
    SALT_SIZE = PERSON_SIZE = 16
    MAX_KEY_SIZE = MAX_DIGEST_SIZE = 64
    _name, _title, _block_size, _offset_limit = "blake2b", "Blake2b", 128, 1 << 64


class blake2s(_Blake2):
    __slots__ = ()
    SALT_SIZE = PERSON_SIZE = 8
    MAX_KEY_SIZE = MAX_DIGEST_SIZE = 32
    _name, _title, _block_size, _offset_limit = "blake2s", "Blake2s", 64, 1 << 48


for _class in blake2b, blake2s:
    _own(_class, "copy", "digest", "hexdigest", "update")
del _class


_GIL_MINSIZE = 2048
