# What zlib and zstd check: lengths, levels, dictionaries, the pledged size of a frame.
import copy
import io
import zlib
from compression import zstd
import _zstd


def tell(function, *arguments, **names):
    try:
        result = function(*arguments, **names)
    except (ArithmeticError, TypeError, ValueError, OSError, zstd.ZstdError) as error:
        print(type(error).__name__, error)
    else:
        print(result if isinstance(result, (int, bytes)) else "made")


class Hundred:
    def __index__(self):
        return 100


packed = zlib.compress(b"abcde" * 100)
stream = zlib.decompressobj()
print(len(stream.decompress(packed, Hundred())), len(stream.flush(Hundred())))
tell(stream.copy)
tell(copy.copy, stream)
stream = zlib.decompressobj()
print(stream.decompress(zlib.compress(b"abc"), 1), stream.decompress(stream.unconsumed_tail))
print(stream.unconsumed_tail)

for level in 2**1000, -(2**1000), 2**31 - 1, 23, 22, "1":
    tell(zstd.ZstdCompressor, level=level)
for parameter, value in (("window_log", 100), ("compression_level", 2**31 - 1)):
    tell(zstd.ZstdCompressor, options={getattr(zstd.CompressionParameter, parameter): value})

for pledged, given in ((300, 500), (300, 100), (100, 100)):
    compressor = zstd.ZstdCompressor(level=1)
    compressor.set_pledged_input_size(pledged)
    try:
        made = compressor.compress(b"x" * given) + compressor.flush()
        print(zstd.get_frame_info(made).decompressed_size)
    except zstd.ZstdError as error:
        print(error)
compressor = zstd.ZstdCompressor(level=1)
compressor.set_pledged_input_size(2**64 - 3)
tell(compressor.flush)

samples = [b"%d-%d-%s" % (i, i * 3, b"abcdefgh" * (i % 7)) for i in range(3000)]
trained = zstd.train_dict(samples, 3 * 1024)
raw = zstd.ZstdDict(trained.dict_content, is_raw=True)
print(raw.dict_id == trained.dict_id != 0)
for way in 2**1000, 1.0, 3, -1:
    tell(zstd.ZstdCompressor, zstd_dict=(trained, way))
for arguments in (
    ({}, (), 100), (bytearray(), (), 100), (b"", 99, 100), (b"", [], 100), (b"", (), 100.1),
    (b"", (99.1,), 100), (b"abc", (4, -1), 100), (b"abc", (2,), 100), (b"", (), 0),
):
    tell(_zstd.train_dict, *arguments)


class Unplaced(io.BytesIO):
    def seekable(self):
        return False


file = zstd.ZstdFile(Unplaced(zstd.compress(b"x" * 100)))
print(file.read(1))
tell(file.seek, 0)
