# Sizes, levels and kinds that compressors and generators of random numbers get, beyond what C takes.
import bz2
import lzma
import random
import struct
import zlib


class Index:
    def __init__(self, number):
        self.number = number

    def __index__(self):
        return self.number


def tell(name, function):
    try:
        result = function()
    except BaseException as error:
        result = f"{type(error).__name__} {error}"
    print(" ", name, result)


TEXT = b"a" * 100
Z, BZ, XZ = zlib.compress(TEXT), bz2.compress(TEXT), lzma.compress(TEXT)
for number in (
    2**63, 2**64, 2**100, -1, -2**31 - 1, -2**63, -2**63 - 1, -2**100, 1.5, None, "x", 5, Index(5),
):
    print(number if not isinstance(number, Index) else "Index")
    tell("zlib", lambda: len(zlib.decompress(Z, bufsize=number)))
    tell("flush", lambda: zlib.decompressobj().flush(number))
    tell("zlib object", lambda: len(zlib.decompressobj().decompress(Z, number)))
    tell("bz2", lambda: len(bz2.BZ2Decompressor().decompress(BZ, number)))
    tell("lzma", lambda: len(lzma.LZMADecompressor().decompress(XZ, number)))
    tell("bz2 level", lambda: bz2.compress(b"a", number)[:4])
    tell("memlimit", lambda: len(lzma.LZMADecompressor(memlimit=number).decompress(XZ)))
    tell("format to read", lambda: lzma.LZMADecompressor(format=number))
    tell("is supported", lambda: lzma.is_check_supported(number))
    if not isinstance(number, int) or abs(number) <= 5:
        tell("check", lambda: type(lzma.LZMACompressor(check=number)))
        tell("format", lambda: type(lzma.LZMACompressor(format=number)))
    if not isinstance(number, (str, type(None))):
        tell("preset", lambda: type(lzma.LZMACompressor(preset=number)))
    tell("getrandbits", lambda: random.getrandbits(number) >> 5)
    tell("random bytes", lambda: len(random.randbytes(number)))
    tell("unpack_from", lambda: struct.unpack_from("b", bytes(9), number))
    tell("pack_into", lambda: struct.pack_into("b", bytearray(9), number, 1))
