# redis against a small server of ours that speaks its protocol: commands, pipelines, publishing, threads.
import socketserver
import threading
from concurrent.futures import ThreadPoolExecutor

import redis

data, lock = {}, threading.Lock()


class Server(socketserver.StreamRequestHandler):
    def command(self):
        line = self.rfile.readline()
        if not line:
            return None
        count = int(line[1:])
        words = []
        for _ in range(count):
            size = int(self.rfile.readline()[1:])
            words.append(self.rfile.read(size))
            self.rfile.read(2)
        return words

    def say(self, value):
        if value is None:
            out = b"$-1\r\n"
        elif isinstance(value, int):
            out = b":%d\r\n" % value
        elif isinstance(value, list):
            self.wfile.write(b"*%d\r\n" % len(value))
            for item in value:
                self.say(item)
            return
        elif value.startswith((b"+", b"-")):
            out = value + b"\r\n"
        else:
            out = b"$%d\r\n%s\r\n" % (len(value), value)
        self.wfile.write(out)

    def handle(self):
        queued = None
        while (words := self.command()) is not None:
            name = words[0].upper()
            if name == b"MULTI":
                queued = []
                self.say(b"+OK")
            elif name == b"EXEC":
                with lock:
                    self.say([self.run(w) for w in queued])
                queued = None
            elif queued is not None:
                queued.append(words)
                self.say(b"+QUEUED")
            else:
                with lock:
                    answer = self.run(words)
                self.say(answer)

    def run(self, words):
        name, rest = words[0].upper(), words[1:]
        if name == b"SET":
            data[rest[0]] = rest[1]
            return b"+OK"
        if name == b"GET":
            return data.get(rest[0])
        if name == b"INCRBY":
            data[rest[0]] = b"%d" % (int(data.get(rest[0], 0)) + int(rest[1]))
            return int(data[rest[0]])
        if name == b"RPUSH":
            data.setdefault(rest[0], []).extend(rest[1:])
            return len(data[rest[0]])
        if name == b"LRANGE":
            return data[rest[0]][int(rest[1]):int(rest[2]) + 1]
        if name in (b"CLIENT", b"SELECT"):
            return b"+OK"
        if name == b"PING":
            return b"+PONG"
        return b"-ERR unknown command"


socketserver.ThreadingTCPServer.daemon_threads = True
server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
client = redis.Redis(port=server.server_address[1], host="127.0.0.1", decode_responses=True, protocol=2)
print(client.ping(), client.set("a", "é"), client.get("a"), client.get("none"))
print(client.rpush("l", 1, "b", 2.5), client.lrange("l", 0, 1))
with client.pipeline() as pipe:
    print(pipe.set("n", 5).incr("n", 3).get("n").execute())


def work(_):
    return [client.incr("count") for _ in range(20)]


with ThreadPoolExecutor(4) as pool:
    print(sorted(n for numbers in pool.map(work, range(4)) for n in numbers) == list(range(1, 81)))
try:
    client.execute_command("NONE")
except redis.ResponseError as error:
    print(type(error).__name__, error)
try:
    client.set("a", object())
except redis.DataError as error:
    print(error)
client.close()
server.shutdown()
server.server_close()
try:
    redis.Redis(port=1, host="127.0.0.1", retry=None).ping()
except redis.ConnectionError as error:
    print(type(error).__name__)
