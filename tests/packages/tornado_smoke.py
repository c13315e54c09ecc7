# Tornado: handlers, templates, a websocket, its client, executors, coroutines, in one process.
import asyncio
from concurrent.futures import ThreadPoolExecutor

import tornado.web
import tornado.websocket
from tornado import escape, gen, template
from tornado.httpclient import AsyncHTTPClient, HTTPClientError
from tornado.httpserver import HTTPServer
from tornado.httputil import url_concat
from tornado.testing import bind_unused_port

pool = ThreadPoolExecutor(2)


class Main(tornado.web.RequestHandler):
    async def get(self, name):
        n = int(self.get_argument("n", "10"))
        total = await asyncio.get_running_loop().run_in_executor(pool, sum, range(n))
        self.set_header("X-Total", str(total))
        self.write({"name": name, "total": total})

    def post(self, name):
        self.set_status(201)
        self.finish(escape.xhtml_escape(self.get_body_argument("text")))


class Broken(tornado.web.RequestHandler):
    def get(self):
        raise tornado.web.HTTPError(418, reason="teapot")


class Echo(tornado.websocket.WebSocketHandler):
    def on_message(self, message):
        self.write_message(message[::-1])


async def main():
    app = tornado.web.Application([(r"/hello/(\w+)", Main), (r"/broken", Broken), (r"/ws", Echo)], log_function=lambda h: None)
    server = HTTPServer(app)
    socket, port = bind_unused_port()
    server.add_socket(socket)
    base = f"http://127.0.0.1:{port}"
    client = AsyncHTTPClient()
    answer = await client.fetch(base + "/hello/ann?n=100")
    print(answer.code, answer.headers["X-Total"], escape.json_decode(answer.body))
    answer = await client.fetch(base + "/hello/ann", method="POST", body="text=%3Ca%3E")
    print(answer.code, answer.body)
    for path in "/broken", "/none":
        try:
            await client.fetch(base + path)
        except HTTPClientError as error:
            print(error)
    answers = await gen.multi([client.fetch(f"{base}/hello/x{n}?n={n}") for n in range(8)])
    print([escape.json_decode(a.body)["total"] for a in answers])
    connection = await tornado.websocket.websocket_connect(f"ws://127.0.0.1:{port}/ws")
    for text in "abc", "é" * 200, b"\x01\x02":
        await connection.write_message(text, binary=isinstance(text, bytes))
        reply = await connection.read_message()
        print(len(reply), reply[:3])
    connection.close()
    server.stop()
    await server.close_all_connections()


asyncio.run(main())
page = template.Template("{% for x in xs %}{{ x }}{% if x > 1 %}!{% end %}, {% end %}{{ escape(s) }}")
print(page.generate(xs=[1, 2, 3], s="<&>"), url_concat("/a", {"b": "c d"}))
pool.shutdown()
