import os
import socket
import tempfile

one = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
two = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
one.bind(("127.0.0.1", 0))
two.bind(("", 0))
print(one.sendto(b"first", ("127.0.0.1", two.getsockname()[1])))
data, sender = two.recvfrom(100)
print(data, sender == one.getsockname())
two.sendto(b"second", 0, sender)
room = bytearray(10)
count, peer = one.recvfrom_into(room)
print(count, bytes(room), peer == ("127.0.0.1", two.getsockname()[1]))
one.connect(("localhost", two.getsockname()[1]))
one.send(b"cut off here")
print(two.recv(7), one.getpeername() == ("127.0.0.1", two.getsockname()[1]))
one.send(b"0123456789")
print(two.recvmsg(4)[:3])
one.close()
two.close()

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "socket")
    server = socket.socket(socket.AF_UNIX)
    server.bind(path)
    server.listen()
    print(server.getsockname() == path, server.family, server.type)
    client = socket.socket(socket.AF_UNIX)
    client.connect(path)
    connection, peer = server.accept()
    print(repr(peer))
    client.sendall(b"over the path")
    print(connection.recv(100))
    connection.close()
    print(client.recv(1))
    client.close()
    server.close()
    third = socket.socket(socket.AF_UNIX)
    try:
        third.connect(path)
    except ConnectionRefusedError as error:
        print(error)
    try:
        third.connect(path + "x")
    except FileNotFoundError as error:
        print(error)
    try:
        third.bind("x" * 200)
    except OSError as error:
        print(error)
    third.close()

server = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
server.bind("")
print(type(server.getsockname()), server.getsockname()[:1])
server.close()

if socket.has_ipv6:
    try:
        six = socket.create_server(("::1", 0), family=socket.AF_INET6)
    except OSError:
        print(4, ("::1", 0, 0), 0)
    else:
        with six, socket.create_connection(six.getsockname()[:2]) as client:
            connection, peer = six.accept()
            print(len(peer), (peer[0], *peer[2:]), peer[1] - client.getsockname()[1])
            connection.close()
