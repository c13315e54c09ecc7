# Frames of zstd: levels, modes, dictionaries, parameters, and what is broken.
import random
from compression import zstd

numbers = random.Random(9)
text = b"".join(b"line %d of %d\n" % (numbers.randrange(99), n) for n in range(8000))
for level in (-5, 1, 3, 19):
    print(level, zstd.decompress(zstd.compress(text, level)) == text)
packer = zstd.ZstdCompressor(options={zstd.CompressionParameter.checksum_flag: 1})
parts = [packer.compress(text[:1000]), packer.compress(text[1000:], packer.FLUSH_BLOCK)]
print(packer.last_mode == packer.FLUSH_BLOCK, zstd.ZstdDecompressor().decompress(b"".join(parts)) == text)
parts.append(packer.flush())
packed = b"".join(parts)
print(zstd.get_frame_info(packed), zstd.get_frame_size(packed) == len(packed))
print(zstd.get_frame_info(zstd.compress(b"abc")))
reader, out, place = zstd.ZstdDecompressor(), b"", 0
while not reader.eof:
    piece = b""
    if reader.needs_input:
        piece, place = packed[place:place + 100], place + 100
    out += reader.decompress(piece, 555)
print(out == text)

samples = [b"key=%d; value=%d; name=someone" % (n, n * 7) for n in range(4000)]
trained = zstd.train_dict(samples, 4096)
packed = zstd.compress(samples[5], zstd_dict=trained)
print(len(trained.dict_content) <= 4096, zstd.get_frame_info(packed).dictionary_id == trained.dict_id)
print(zstd.decompress(packed, trained), len(packed) < len(samples[5]))
raw = zstd.ZstdDict(b"key= value= name=someone", is_raw=True)
print(raw, zstd.decompress(zstd.compress(samples[1], zstd_dict=raw), raw) == samples[1])

for name, act in {
    "level": lambda: zstd.compress(b"", 99),
    "options": lambda: zstd.compress(b"", options={107: 77}),
    "unknown": lambda: zstd.compress(b"", options={9999: 1}),
    "window": lambda: zstd.decompress(b"", options={100: 99}),
    "no frame": lambda: zstd.decompress(b"no frame at all"),
    "cut": lambda: zstd.decompress(zstd.compress(text)[:-9]),
    "dictionary": lambda: zstd.ZstdDict(b"short"),
}.items():
    try:
        print(name, act())
    except Exception as error:
        print(name, type(error).__name__, error)
kinds = set()
for turn in range(300):
    broken = bytearray(zstd.compress(text[:2000]))
    for _ in range(numbers.randrange(1, 4)):
        broken[numbers.randrange(len(broken))] = numbers.randrange(256)
    del broken[numbers.randrange(1, len(broken) * 2):]
    try:
        zstd.ZstdDecompressor().decompress(bytes(broken), 1 << 20)
    except zstd.ZstdError as error:
        kinds.add(type(error).__name__)
print(sorted(kinds))
