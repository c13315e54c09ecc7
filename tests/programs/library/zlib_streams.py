import gzip, io, zlib

data = b"".join(b"line %d of some text\n" % (i * i) for i in range(3000))
packed = zlib.compress(data)
print(len(packed) < len(data) // 3, zlib.decompress(packed) == data)
for level in (0, 1, 6, 9):
    for wbits in (15, -15, 31, 9):
        whole = zlib.compress(data[:5000], level, wbits)
        assert zlib.decompress(whole, wbits) == data[:5000]
print(zlib.decompress(zlib.compress(b""), 47), zlib.compress(b"a", wbits=31)[:4])
# What zlib itself makes.
known = bytes.fromhex("789ccb48cdc9c95728cf2fca49010 01a0b045d".replace(" ", ""))
print(zlib.decompress(known))
maker = zlib.compressobj(9)
parts = [maker.compress(data[i:i + 7000]) for i in range(0, len(data), 7000)]
middle = maker.copy()
parts.append(maker.flush(zlib.Z_SYNC_FLUSH))
other = middle.flush()
parts.append(maker.compress(b"tail") + maker.flush())
reader = zlib.decompressobj()
out = b"".join(reader.decompress(b"".join(parts)[i:i + 100]) for i in range(0, sum(map(len, parts)), 100))
print(out == data + b"tail", reader.eof, reader.unused_data)
reader = zlib.decompressobj()
out, rest = b"", packed + b"behind"
while not reader.eof:
    some = reader.decompress(rest, 1000)
    assert len(some) <= 1000
    out, rest = out + some, reader.unconsumed_tail
print(out == data, reader.unused_data)
reader = zlib.decompressobj()
first = reader.decompress(packed[:50])
twin = reader.copy()
print(reader.decompress(packed[50:]) == twin.decompress(packed[50:]), first + twin.flush() == first)
dictionary = b"line of some text"
maker = zlib.compressobj(zdict=dictionary)
with_dictionary = maker.compress(data[:100]) + maker.flush()
print(zlib.decompressobj(zdict=dictionary).decompress(with_dictionary) == data[:100])
for call in (
    lambda: zlib.decompress(b"nothing of the kind"), lambda: zlib.decompress(packed[:-5]),
    lambda: zlib.decompress(packed[:-1] + b"x"), lambda: zlib.decompressobj().decompress(with_dictionary),
    lambda: zlib.compress(b"", 12), lambda: zlib.decompress(b""),
):
    try:
        call()
    except zlib.error as error:
        print(error)
file = io.BytesIO()
with gzip.GzipFile(fileobj=file, mode="wb", mtime=0) as writer:
    writer.write(data)
file.seek(0)
with gzip.open(file, "rt") as lines:
    print(sum(1 for line in lines))
print(gzip.decompress(gzip.compress(b"a") + gzip.compress(b"b")))
