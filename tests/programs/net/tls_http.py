# A server of pages over TLS with a thread per request, and its clients; broken ones among them.
import http.client
import http.server
import os
import socket
import ssl
import threading
import urllib.error
import urllib.request

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "certificates")


class Pages(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.answer(f"<p>{self.path}</p>".encode())

    def do_POST(self):
        self.answer(self.rfile.read(int(self.headers["Content-Length"])).upper())

    def answer(self, body):
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


class Server(http.server.ThreadingHTTPServer):
    """Each thread makes its handshake; what is wrong with it is told to nobody."""

    def finish_request(self, request, address):
        request.settimeout(20)
        with context.wrap_socket(request, server_side=True) as secured:
            super().finish_request(secured, address)

    def handle_error(self, request, address):
        pass


context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
context.load_cert_chain(os.path.join(FOLDER, "server.pem"))
server = Server(("127.0.0.1", 0), Pages)
threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}).start()
address = server.server_address
base = f"https://localhost:{server.server_port}"
trusting = ssl.create_default_context(cafile=os.path.join(FOLDER, "ca.pem"))

with urllib.request.urlopen(base + "/page", context=trusting) as answer:
    print(answer.status, answer.read())
try:
    urllib.request.urlopen(base + "/page")
except urllib.error.URLError as error:
    print(error.reason.verify_message)
connection = http.client.HTTPSConnection("localhost", server.server_port, context=trusting)
for number in range(3):
    connection.request("POST", "/", body=b"text %d" % number)
    print(connection.getresponse().read())
connection.request("POST", "/", body=b"y" * 300_000)
print(len(connection.getresponse().read()))
connection.close()

BROKEN = (
    b"GET / HTTP/1.0\r\n\r\n", b"\0" * 100, b"", b"\x16\x03\x01", b"\x16\x03\x01\x00\x05hello",
    b"\x16\x03\x01\xff\xff" + b"\1" * 70000, b"\x15\x03\x03\x00\x02\x02\x28", os.urandom(3000),
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + os.urandom(400),
)
answers, lock = [], threading.Lock()


def work(number):
    for turn in range(3):
        for broken in BROKEN:
            with socket.create_connection(address) as raw:
                try:
                    raw.sendall(broken)
                    if turn == 1:
                        # A reset.
                        raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
                    elif turn == 2:
                        raw.shutdown(socket.SHUT_WR)
                        while raw.recv(1000):
                            pass
                except OSError:
                    pass
        with urllib.request.urlopen(f"{base}/{number}/{turn}", context=trusting) as answer:
            with lock:
                answers.append(answer.read())


threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(sorted(answers))
server.shutdown()
server.server_close()
