# Descriptors are passed, sockets are made of descriptors, files are sent.
import array
import os
import socket
import tempfile

left, right = socket.socketpair()
reader, writer = os.pipe()
os.write(writer, b"through the passed pipe")
socket.send_fds(left, [b"here"], [reader])
message, fds, flags, address = socket.recv_fds(right, 100, 4)
print(message, len(fds), flags & socket.MSG_CTRUNC, address)
print(os.read(fds[0], 100))
os.close(fds[0])
os.close(reader)
os.close(writer)

print(left.sendmsg([b"one ", bytearray(b"two "), memoryview(b"three")]))
first, second = bytearray(4), bytearray(20)
print(right.recvmsg_into([first, second]), first, second)
print(socket.CMSG_LEN(4), socket.CMSG_SPACE(4), socket.CMSG_LEN(0))

right.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
left.send(b"who")
data, ancillary, flags, _ = right.recvmsg(10, socket.CMSG_SPACE(12))
level, kind, content = ancillary[0]
numbers = array.array("i", content)
print(data, level == socket.SOL_SOCKET, kind == socket.SCM_CREDENTIALS)
print(list(numbers) == [os.getpid(), os.getuid(), os.getgid()])

copy = socket.fromfd(left.fileno(), left.family, left.type)
other = left.dup()
print(copy.fileno() != left.fileno(), other.family, os.get_inheritable(other.fileno()))
copy.send(b"a")
other.send(b"b")
print(right.recv(1), right.recv(1))
number = other.detach()
again = socket.socket(fileno=number)
print(other.fileno(), again.family, again.type, again.proto)
for one in (copy, again, left, right):
    one.close()

left, right = socket.socketpair()
with tempfile.TemporaryFile() as file:
    file.write(b"0123456789" * 1000)
    file.flush()
    file.seek(5)
    print(left.sendfile(file, offset=10, count=25), file.tell())
    print(right.recv(100))
    print(os.sendfile(left.fileno(), file.fileno(), 3, 4), right.recv(100))
with left.makefile("w") as text, right.makefile("r") as lines:
    text.write("first\nsecond\n")
    text.flush()
    print(lines.readline(), lines.readline())
left.close()
print(right.recv(1))
right.close()
try:
    socket.socket(fileno=-1)
except ValueError as error:
    print(error)
with tempfile.TemporaryFile() as file:
    try:
        socket.socket(fileno=file.fileno())
    except OSError as error:
        print(error)
