# Streams of bzip2: whole, in pieces, several in a file, and what is broken.
import bz2
import io
import random
import threading

numbers = random.Random(7)
text = b"".join(b"line %d of %d\n" % (numbers.randrange(99), n) for n in range(20_000))
for level in (1, 5, 9):
    packed = bz2.compress(text, level)
    print(level, len(packed) < len(text) // 3, bz2.decompress(packed) == text)
print(bz2.decompress(b""), bz2.decompress(bz2.compress(b"")))

packer = bz2.BZ2Compressor()
pieces = [packer.compress(text[at:at + 7001]) for at in range(0, len(text), 7001)]
packed = b"".join(pieces) + packer.flush()
print(bz2.decompress(packed) == text)
for call in (lambda: packer.compress(b"x"), packer.flush):
    try:
        call()
    except ValueError as error:
        print(error)

reader = bz2.BZ2Decompressor()
out = b""
at = 0
while not reader.eof:
    piece = b""
    if reader.needs_input:
        piece, at = (packed + b"rest")[at:at + 333], at + 333
    out += reader.decompress(piece, 1000)
print(out == text, (reader.unused_data + (packed + b"rest")[at:])[-4:], reader.needs_input)
try:
    reader.decompress(b"x")
except EOFError as error:
    print(error)

with io.BytesIO() as file:
    for part in (b"first\n", b"second\nthird"):
        with bz2.BZ2File(file, "w") as packer:
            packer.write(part)
    file.seek(0)
    with bz2.open(file, "rt") as lines:
        print(list(lines))

# Broken and cut streams raise, whatever they hold.
small = bz2.compress(text[:3000])
kinds = {}
for turn in range(200):
    broken = bytearray(small)
    for _ in range(numbers.randrange(1, 4)):
        broken[numbers.randrange(len(broken))] = numbers.randrange(256)
    del broken[numbers.randrange(1, len(broken) * 2):]
    try:
        bz2.decompress(bytes(broken))
    except (OSError, ValueError, EOFError) as error:
        kinds[type(error).__name__] = kinds.get(type(error).__name__, 0) + 1
print(sorted(kinds))
for level in (0, 10):
    try:
        bz2.compress(b"", level)
    except ValueError as error:
        print(error)

# Two threads with a compressor each, and one that both feed.
shared, lock = bz2.BZ2Compressor(), threading.Lock()
made, results = [], []


def work(number):
    packer, own = bz2.BZ2Compressor(), []
    for turn in range(20):
        own.append(packer.compress(b"%d " % number * 2000))
        with lock:
            made.append(shared.compress(b"12345678" * 1000))
    own.append(packer.flush())
    results.append(bz2.decompress(b"".join(own)) == b"%d " % number * 40_000)


threads = [threading.Thread(target=work, args=(n,)) for n in (1, 2)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
made.append(shared.flush())
print(results, bz2.decompress(b"".join(made)) == b"12345678" * 40_000)
