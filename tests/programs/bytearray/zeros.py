"""Long byte arrays of zeros: their storage is short until something is stored."""

import os
import socket
import threading


def show(name, array):
    parts = [(place, byte) for place, byte in enumerate(array) if byte]
    print(name, len(array), parts[:6], hash(bytes(array)) == hash(bytes(list(array))))


class Text(bytearray):
    pass


a = bytearray(5000)
show("new", a)
print(a[0], a[4999], a[2500], a[-1], 0 in a, 1 in a, a.count(0), a == bytes(5000))
print(a[4990:] == bytes(10), a[::1000], a[10:12])
a[4321] = 7
show("stored", a)

a = bytearray(5000)
del a[100:]
show("cut off", a)
a += b"xyz"
show("and longer", a)

a = bytearray(5000)
del a[:100]
show("cut in front", a)
a = bytearray(5000)
del a[::2]
show("every second", a)
a = bytearray(5000)
a[10:20] = b"0123456789"
show("same length", a)
a = bytearray(5000)
a[10:20] = b"ab"
show("shorter", a)
a = bytearray(5000)
a[3000:3000] = b"inserted"
show("inserted", a)
a = bytearray(5000)
a[::1000] = b"abcde"
show("steps", a)
a = bytearray(5000)
a.append(9)
a.insert(2, 8)
print(a.pop(), a.pop(2), a.pop())
show("popped", a)
a.extend(b"end")
a.reverse()
show("reversed", a)
a.clear()
show("cleared", a)
a = bytearray(3000)
a *= 2
show("twice", a)
print(len(bytearray(3000) + b"a"), bytearray(2000).hex() == "00" * 2000)
print(bytearray(2000).find(b"\0\0"), bytearray(2000).rfind(b"\0"), bytearray(2000).strip(b"\0"))
show("subclass", Text(4000))

view = memoryview(bytearray(4000))
view[3999] = 3
view[1:4] = b"abc"
show("view", view.obj)
print(memoryview(bytearray(4000)).cast("I")[999])

reader, writer = os.pipe()
os.write(writer, b"from a pipe")
a = bytearray(100_000)
with open(reader, "rb", buffering=0) as file:
    print(file.readinto(a))
show("pipe", a)
os.close(writer)

one, other = socket.socketpair()
for count in (1, 6, 7, 8, 900):
    a = bytearray(100_000)
    one.sendall(b"\1" * count)
    received = other.recv_into(a)
    print(received == count, a[:count] == b"\1" * count, a[count], a[99_999])
    del a[received:]
    print(bytes(a) == b"\1" * count, len(a))
a = bytearray(4000)
one.sendall(b"abc")
print(other.recv_into(memoryview(a)[3000:]), a[2999:3004])
one.sendall(b"def")
print(other.recv_into(a), a[:4], a[3000:3004])
one.close()
other.close()

shared = bytearray(20_000)


def fill(start):
    for place in range(start, len(shared), 2):
        shared[place] = 1 + start


threads = [threading.Thread(target=fill, args=(start,)) for start in range(2)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(shared == bytes([1, 2]) * 10_000)
