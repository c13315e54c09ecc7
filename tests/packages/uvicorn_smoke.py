# uvicorn serves an application of starlette: routes, JSON, streams, background tasks, middleware, a thread pool.
import asyncio
import http.client
import json
import threading

import uvicorn
from starlette.applications import Starlette
from starlette.background import BackgroundTask
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.responses import JSONResponse, PlainTextResponse, StreamingResponse
from starlette.routing import Route

done = []


async def hello(request):
    total = await run_in_threadpool(sum, range(int(request.query_params.get("n", 3))))
    return JSONResponse({"name": request.path_params["name"], "total": total}, background=BackgroundTask(done.append, total))


def plain(request):
    return PlainTextResponse(request.method + " " + threading.current_thread().name.split("-")[0][:6])


async def stream(request):
    async def numbers():
        for n in range(5):
            yield f"{n},"
            await asyncio.sleep(0)

    return StreamingResponse(numbers(), media_type="text/plain")


async def put(request):
    data = await request.json()
    if "name" not in data:
        raise HTTPException(422, "no name")
    return JSONResponse(data["name"], 201)


class Counting:
    calls = 0

    def __init__(self, app):
        self.app = app

    async def __call__(self, scope, receive, send):
        Counting.calls += scope["type"] == "http"
        await self.app(scope, receive, send)


app = Starlette(routes=[Route("/hello/{name}", hello), Route("/plain", plain), Route("/stream", stream),
                        Route("/put", put, methods=["PUT"])], middleware=[Middleware(Counting)])
server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=0, log_level="critical", loop="asyncio", http="h11"))
serving = threading.Thread(target=server.run)
serving.start()
import time

while not server.started:
    time.sleep(0.01)
port = server.servers[0].sockets[0].getsockname()[1]


def ask(method, path, body=None):
    connection = http.client.HTTPConnection("127.0.0.1", port)
    connection.request(method, path, body)
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, text


print(ask("GET", "/hello/ann?n=10"), ask("GET", "/plain"), ask("GET", "/stream"))
print(ask("PUT", "/put", json.dumps({"name": "é"})), ask("PUT", "/put", "{}"), ask("GET", "/put"), ask("GET", "/none"))
answers = []
threads = [threading.Thread(target=lambda n=n: answers.extend(ask("GET", f"/hello/{n}?n={n}") for _ in range(4))) for n in range(4)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
print(len(answers), sorted(set(answers)), Counting.calls)
server.should_exit = True
serving.join()
print(sorted(done))
