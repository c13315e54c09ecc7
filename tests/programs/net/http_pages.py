# A server with a thread per request and its clients, in one process.
import http.client
import http.server
import io
import json
import logging.handlers
import socketserver
import threading
import urllib.error
import urllib.parse
import urllib.request
from wsgiref.simple_server import WSGIRequestHandler, make_server


class Pages(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        if self.path == "/missing":
            self.send_error(404, "nothing there")
            return
        if self.path == "/old":
            self.send_response(302)
            self.send_header("Location", "/new")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        body = f"<p>{self.path}</p>".encode()
        self.answer(body)

    def do_POST(self):
        length = int(self.headers["Content-Length"])
        self.answer(json.dumps({"length": length, "text": self.rfile.read(length).decode()}).encode())

    def answer(self, body):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Pages)
port = server.server_port
threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}).start()
base = f"http://127.0.0.1:{port}"

with urllib.request.urlopen(base + "/a%20page") as answer:
    print(answer.status, answer.headers["Content-Type"], answer.read())
with urllib.request.urlopen(base + "/old") as answer:
    print(answer.url.removeprefix(base), answer.read())
try:
    urllib.request.urlopen(base + "/missing")
except urllib.error.HTTPError as error:
    print(error.code, error.reason, b"nothing there" in error.read())
    error.close()
data = urllib.parse.urlencode({"name": "value"}).encode()
with urllib.request.urlopen(base + "/form", data) as answer:
    print(json.load(answer))
try:
    urllib.request.urlopen("http://127.0.0.1:1/")
except urllib.error.URLError as error:
    print(error.reason)

counts = {}


def many(number):
    connection = http.client.HTTPConnection("127.0.0.1", port)
    good = 0
    for step in range(10):
        connection.request("GET", f"/{number}/{step}")
        answer = connection.getresponse()
        good += answer.read() == f"<p>/{number}/{step}</p>".encode() and answer.status == 200
    connection.close()
    counts[number] = good


clients = [threading.Thread(target=many, args=(number,)) for number in range(6)]
for client in clients:
    client.start()
for client in clients:
    client.join()
print(sorted(counts.items()))
server.shutdown()
server.server_close()


class Upper(socketserver.StreamRequestHandler):
    def handle(self):
        for line in self.rfile:
            self.wfile.write(line.upper())


with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Upper) as server:
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}).start()
    import socket
    with socket.create_connection(server.server_address) as one, one.makefile("rwb") as file:
        file.write(b"first\nsecond\n")
        file.flush()
        one.shutdown(socket.SHUT_WR)
        print(file.read())
    server.shutdown()


def application(environment, start):
    start("200 OK", [("Content-Type", "text/plain")])
    return [environment["PATH_INFO"].encode(), b" by ", environment["REQUEST_METHOD"].encode()]


class Quiet(WSGIRequestHandler):
    def log_message(self, *arguments):
        pass


with make_server("127.0.0.1", 0, application, handler_class=Quiet) as server:
    thread = threading.Thread(target=server.handle_request)
    thread.start()
    with urllib.request.urlopen(f"http://127.0.0.1:{server.server_port}/wsgi") as answer:
        print(answer.read())
    thread.join()

# A log that goes over the network.
records = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
records.bind(("127.0.0.1", 0))
handler = logging.handlers.DatagramHandler(*records.getsockname())
handler.emit(logging.makeLogRecord({"msg": "sent", "levelno": 30}))
print(len(records.recv(10000)) > 10)
handler.close()
records.close()
