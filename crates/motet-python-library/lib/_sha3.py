"""SHA-3."""

from _digest_classes import define as _define

implementation = "generic"


def _made(name, block_size, digest_size):
    cls, make = _define("_sha3", name, name, block_size, digest_size)

    def __new__(cls, data=b"", *, usedforsecurity=True, string=None):
        return make(data, usedforsecurity=usedforsecurity, string=string)

    cls.__new__ = __new__
    return cls


sha3_224 = _made("sha3_224", 144, 28)
sha3_256 = _made("sha3_256", 136, 32)
sha3_384 = _made("sha3_384", 104, 48)
sha3_512 = _made("sha3_512", 72, 64)
shake_128 = _made("shake_128", 168, 0)
shake_256 = _made("shake_256", 136, 0)
