# httpx against servers and applications: a client in threads, a client of asyncio, WSGI and ASGI without a network.
import asyncio
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        body = json.dumps({"path": self.path, "agent": self.headers["User-Agent"][:12]}).encode()
        self.send_response(302 if self.path == "/go" else 200)
        if self.path == "/go":
            self.send_header("Location", "/gone")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


def wsgi(environ, start_response):
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [environ["REQUEST_METHOD"].encode(), b" ", environ["PATH_INFO"].encode(), b" ", environ["wsgi.input"].read()]


async def asgi(scope, receive, send):
    message = await receive()
    await send({"type": "http.response.start", "status": 418, "headers": [(b"x-kind", b"tea")]})
    await send({"type": "http.response.body", "body": message["body"][::-1]})


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
serving = threading.Thread(target=server.serve_forever)
serving.start()
base = f"http://127.0.0.1:{server.server_port}"
with httpx.Client(base_url=base, follow_redirects=True) as client:
    print(client.get("/a", params={"q": "é"}).json(), client.get("/go").json()["path"])
    answers = []
    threads = [threading.Thread(target=lambda n=n: answers.append(client.get(f"/{n}").json()["path"])) for n in range(8)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    print(sorted(answers))


async def main():
    async with httpx.AsyncClient(base_url=base) as client:
        answers = await asyncio.gather(*[client.get(f"/{n}") for n in range(10)])
        print([answer.json()["path"] for answer in answers], answers[0].http_version)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=asgi), base_url="http://tea") as client:
        answer = await client.post("/", content=b"abc")
        print(answer.status_code, answer.reason_phrase, answer.headers["x-kind"], answer.text)


asyncio.run(main())
with httpx.Client(transport=httpx.WSGITransport(app=wsgi), base_url="http://wsgi") as client:
    print(client.put("/x", content="text").text)
server.shutdown()
serving.join()
server.server_close()
try:
    httpx.get(base)
except httpx.ConnectError as error:
    print(type(error).__name__, error)
print(repr(httpx.URL("https://ex.org:443/a b?c=d#e")), httpx.QueryParams({"a": [1, 2]}))
