"""Slices of bytes: parts, wholes, steps, and of classes below."""


class Own(bytes):
    pass


content, own = bytes(range(20)), Own(b"abcdef")
limits = (None, -25, -20, -3, 0, 1, 5, 19, 20, 25)
for start in limits:
    print([content[start:stop].hex() for stop in limits])
print(content[::2], content[::-1], content[15:2:-4], content[3:3], content[9:4])
print(content[:] is content, content[0:20] is content, own[:], type(own[:]).__name__, own[1:3], own[::-1])
print(b""[:], b""[0:0], b"a"[0:1], b"ab"[1:], bytearray(content)[2:5], memoryview(content)[2:5].tobytes())
large = bytes(300_000)
print(len(large[1:]), len(large[:-1]), large[5:8], large[1:] == bytes(299_999))
