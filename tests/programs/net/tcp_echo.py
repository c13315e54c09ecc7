# Eight clients talk to a server with a thread per connection: nothing is lost or doubled.
import socket
import threading

server = socket.create_server(("127.0.0.1", 0))
address = server.getsockname()
served = []


def echo(connection):
    count = 0
    with connection:
        while data := connection.recv(4096):
            connection.sendall(data)
            count += len(data)
    served.append(count)


def serve():
    workers = []
    for _ in range(8):
        connection, peer = server.accept()
        assert peer[0] == "127.0.0.1"
        worker = threading.Thread(target=echo, args=(connection,))
        worker.start()
        workers.append(worker)
    for worker in workers:
        worker.join()


def exactly(connection, count):
    parts = []
    while count:
        part = connection.recv(count)
        assert part, "the connection broke off"
        parts.append(part)
        count -= len(part)
    return b"".join(parts)


results = {}


def client(number):
    sent = 0
    with socket.create_connection(address) as connection:
        for step in range(30):
            message = f"{number}:{step};".encode() * (1 + step % 5)
            connection.sendall(message)
            assert exactly(connection, len(message)) == message
            sent += len(message)
        connection.shutdown(socket.SHUT_WR)
        assert connection.recv(1) == b""
    results[number] = sent


server_thread = threading.Thread(target=serve)
server_thread.start()
clients = [threading.Thread(target=client, args=(number,)) for number in range(8)]
for one in clients:
    one.start()
for one in clients:
    one.join()
server_thread.join()
server.close()
print(sorted(results.items()))
print(sum(served) == sum(results.values()), len(served))

# A large message, much larger than what the kernel keeps.
left, right = socket.socketpair()
big = bytes(range(256)) * 8192
sender = threading.Thread(target=lambda: (left.sendall(big), left.close()))
sender.start()
received = bytearray()
while part := right.recv(100_000):
    received += part
sender.join()
right.close()
print(len(received), received == big)
