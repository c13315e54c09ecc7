# A server of the standard library, asked with requests: methods, JSON, redirects, cookies, files, errors, threads.
import threading
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
import json

import requests
from requests.adapters import HTTPAdapter
from requests.auth import HTTPBasicAuth


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self, status, body=b"", **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        try:
            self.end_headers()
            self.wfile.write(body)
        except ConnectionError:
            pass  # the client did not wait

    def do_GET(self):
        if self.path == "/to":
            self.answer(302, Location="/json?x=1", Set_Cookie="seen=yes; Path=/")
        elif self.path.startswith("/json"):
            told = {"path": self.path, "cookie": self.headers["Cookie"], "auth": self.headers["Authorization"]}
            self.answer(200, json.dumps(told).encode(), Content_Type="application/json")
        elif self.path == "/slow":
            stop.wait(5)
            self.answer(200)
        elif self.path == "/lines":
            self.answer(200, b"".join(b"line %d\n" % n for n in range(1000)), Content_Type="text/plain; charset=latin-1")
        else:
            self.answer(404, b"no such page")

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        kind = self.headers["Content-Type"].split(";")[0]
        self.answer(201, f"{kind} {len(body)} ".encode() + (body if b"boundary" not in body and len(body) < 50 else b""))

    def log_message(self, *args):
        pass


stop = threading.Event()
server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
serving = threading.Thread(target=server.serve_forever)
serving.start()
base = f"http://127.0.0.1:{server.server_port}"
with requests.Session() as session:
    session.mount("http://", HTTPAdapter(pool_maxsize=4))
    answer = session.get(base + "/to")
    print(answer.status_code, [r.status_code for r in answer.history], answer.json(), dict(session.cookies))
    print(session.get(base + "/json", params={"a": ["b", "é"]}, auth=HTTPBasicAuth("u", "p")).json())
    print(session.post(base + "/", data={"a": "b c"}).text, session.post(base + "/", json={"a": None}).text)
    print(session.post(base + "/", files={"f": ("name.txt", b"x" * 1000)}).text.split()[0])
    missing = session.get(base + "/none")
    try:
        missing.raise_for_status()
    except requests.HTTPError as error:
        print(str(error).replace(base, ""))
    try:
        session.get(base + "/slow", timeout=0.2)
    except requests.Timeout as error:
        print(type(error).__name__)
    stop.set()
    with session.get(base + "/lines", stream=True) as streamed:
        lines = list(streamed.iter_lines(chunk_size=100))
        print(streamed.encoding, len(lines), lines[-1])

    def ask(n):
        return session.get(f"{base}/json?{n}").json()["path"]

    with ThreadPoolExecutor(4) as pool:
        print(list(pool.map(ask, range(12))))
server.shutdown()
serving.join()
server.server_close()
try:
    requests.get(base + "/none")
except requests.ConnectionError as error:
    print(type(error).__name__, type(error.args[0]).__name__)
