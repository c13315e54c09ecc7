# Streams of xz and lzma: formats, checks, filters, properties, pieces, and what is broken.
import io
import lzma
import random

numbers = random.Random(8)
text = b"".join(b"line %d of %d\n" % (numbers.randrange(99), n) for n in range(8000))
for check in (lzma.CHECK_NONE, lzma.CHECK_CRC32, lzma.CHECK_CRC64, lzma.CHECK_SHA256):
    packed = lzma.compress(text, check=check)
    reader = lzma.LZMADecompressor()
    print(check, reader.check, reader.decompress(packed) == text, reader.check, reader.eof)
for chain in (
    [{"id": lzma.FILTER_LZMA2, "preset": 1}],
    [{"id": lzma.FILTER_DELTA, "dist": 5}, {"id": lzma.FILTER_LZMA2, "dict_size": 1 << 16}],
    [{"id": lzma.FILTER_X86}, {"id": lzma.FILTER_LZMA2, "lc": 0, "lp": 2, "pb": 1}],
):
    packed = lzma.compress(text, lzma.FORMAT_RAW, filters=chain)
    print(lzma.decompress(packed, lzma.FORMAT_RAW, filters=chain) == text)
    packed = lzma.compress(text, filters=chain)
    print(lzma.decompress(packed) == text)
alone = lzma.compress(text, lzma.FORMAT_ALONE, preset=2)
print(lzma.decompress(alone) == text, lzma.decompress(alone, lzma.FORMAT_ALONE) == text)

reader, out, place = lzma.LZMADecompressor(), b"", 0
while not reader.eof:
    piece = b""
    if reader.needs_input:
        piece, place = alone[place:place + 100], place + 100
    out += reader.decompress(piece, 555)
print(out == text, reader.check == lzma.CHECK_NONE)

with lzma.open(io.BytesIO(lzma.compress(b"one\ntwo\n") * 2)) as file:
    print(file.readlines())

for name, act in {
    "preset": lambda: lzma.compress(b"", preset=44),
    "both": lambda: lzma.compress(b"", preset=1, filters=[{"id": lzma.FILTER_LZMA2}]),
    "format": lambda: lzma.compress(b"", 99),
    "check": lambda: lzma.compress(b"", lzma.FORMAT_ALONE, 1),
    "raw": lambda: lzma.compress(b"", lzma.FORMAT_RAW),
    "no stream": lambda: lzma.decompress(b"no stream at all"),
    "cut": lambda: lzma.decompress(lzma.compress(text)[:-9]),
    "limit": lambda: lzma.decompress(lzma.compress(text), memlimit=1000),
    "filter": lambda: lzma.compress(b"", filters=[{"id": 77}]),
    "field": lambda: lzma.compress(b"", filters=[{"id": lzma.FILTER_LZMA2, "foo": 1}]),
}.items():
    try:
        print(name, act())
    except Exception as error:
        print(name, type(error).__name__, error)

kinds = set()
for turn in range(200):
    broken = bytearray(lzma.compress(text[:2000]))
    for _ in range(numbers.randrange(1, 4)):
        broken[numbers.randrange(len(broken))] = numbers.randrange(256)
    del broken[numbers.randrange(1, len(broken) * 2):]
    try:
        lzma.decompress(bytes(broken))
    except (lzma.LZMAError, EOFError) as error:
        kinds.add(type(error).__name__)
print(sorted(kinds))
print(lzma._encode_filter_properties({"id": lzma.FILTER_LZMA1, "preset": 6}))
print(lzma._decode_filter_properties(lzma.FILTER_LZMA2, b"\x10"))
# long
