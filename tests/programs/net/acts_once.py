# What threads send and receive happens once, though their transactions collide and begin again.
import socket
import threading

THREADS, ROUNDS = 4, 150
lock = threading.Lock()
shared = {"count": 0, "log": []}


def pass_on(me, wrong):
    here, there = socket.socketpair()
    received, buffer = bytearray(), bytearray(8)
    for number in range(ROUNDS):
        # A change that all threads make, in the transactions around the acts.
        with lock:
            shared["count"] += 1
        shared["log"].append(me)
        sent = here.send(b"%d:%d\n" % (me, number))
        shared[me] = number
        if number % 2:
            received += there.recv(64)
        else:
            while sent > 0:
                got = there.recv_into(buffer)
                received += buffer[:got]
                sent -= got
        shared["log"].append(me)
    here.shutdown(socket.SHUT_WR)
    if there.recv(64) != b"":
        wrong.append("too much")
    here.close()
    there.close()
    if bytes(received) != b"".join(b"%d:%d\n" % (me, number) for number in range(ROUNDS)):
        wrong.append(bytes(received))


wrong = []
threads = [threading.Thread(target=pass_on, args=(me, wrong)) for me in range(THREADS)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(wrong, shared["count"], len(shared["log"]), [shared[me] for me in range(THREADS)])


# Each connection is accepted once, by one of several threads.
def accept(listener, taken):
    while True:
        connection, _ = listener.accept()
        with connection:
            message = connection.recv(16)
            if message == b"end":
                return
            taken.append(int(message))
            connection.sendall(message)


listener = socket.create_server(("127.0.0.1", 0))
taken = []
threads = [threading.Thread(target=accept, args=(listener, taken)) for _ in range(3)]
for thread in threads:
    thread.start()
answers = []
for number in range(40):
    with socket.create_connection(listener.getsockname()) as connection:
        connection.sendall(b"%d" % number)
        answers.append(int(connection.recv(16)))
for _ in threads:
    with socket.create_connection(listener.getsockname()) as connection:
        connection.sendall(b"end")
for thread in threads:
    thread.join()
listener.close()
print(sorted(taken) == answers == list(range(40)))


# An exception of a call, and a call that finds another function in its place when it goes on.
class Refusing:
    def __init__(self):
        self.left, self.right = socket.socketpair()
        self.left.setblocking(False)

    def errors(self):
        found = []
        for _ in range(3):
            try:
                self.left.recv(1)
            except BlockingIOError as error:
                found.append(type(error).__name__)
        self.right.close()
        found.append(self.left.recv(1))
        try:
            self.left.send(b"x")
        except OSError as error:
            found.append(type(error).__name__)
        self.left.close()
        try:
            self.left.recv(1)
        except OSError as error:
            found.append(error.errno)
        return found


found = []
threads = [threading.Thread(target=lambda: found.append(Refusing().errors())) for _ in range(3)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(found)
