# aiohttp without its extensions: a server and a client in one loop: JSON, streams, websockets, cookies, errors.
import asyncio
import os

for name in "AIOHTTP_NO_EXTENSIONS", "MULTIDICT_NO_EXTENSIONS", "YARL_NO_EXTENSIONS", "FROZENLIST_NO_EXTENSIONS", "PROPCACHE_NO_EXTENSIONS":
    os.environ[name] = "1"
import aiohttp
from aiohttp import web
from multidict import CIMultiDict
from yarl import URL

routes = web.RouteTableDef()


@routes.get("/hello/{name}")
async def hello(request):
    return web.json_response({"name": request.match_info["name"], "q": dict(request.query)}, headers={"X-Kind": "json"})


@routes.post("/form")
async def form(request):
    data = await request.post()
    answer = web.Response(text=repr(sorted(data.items())), status=201)
    answer.set_cookie("seen", "yes")
    return answer


@routes.get("/stream")
async def stream(request):
    answer = web.StreamResponse()
    await answer.prepare(request)
    for n in range(5):
        await answer.write(b"%d;" % n)
        await asyncio.sleep(0)
    await answer.write_eof()
    return answer


@routes.get("/ws")
async def ws(request):
    socket = web.WebSocketResponse()
    await socket.prepare(request)
    async for message in socket:
        if message.data == "close":
            await socket.close(code=4000)
        else:
            await socket.send_str(message.data.upper())
    return socket


@routes.get("/error")
async def error(request):
    raise web.HTTPForbidden(reason="not you")


@web.middleware
async def timing(request, handler):
    answer = await handler(request)
    counts.append(request.path)
    return answer


counts = []


async def main():
    app = web.Application(middlewares=[timing])
    app.add_routes(routes)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    base = URL.build(scheme="http", host="127.0.0.1", port=runner.addresses[0][1])
    async with aiohttp.ClientSession(base, cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:
        async with session.get("/hello/ann", params={"a": "é"}) as answer:
            print(answer.status, answer.headers["x-kind"], await answer.json())
        async with session.post("/form", data={"x": "1", "y": "a b"}) as answer:
            print(answer.status, await answer.text(), [c.key for c in session.cookie_jar])
        async with session.get("/stream") as answer:
            print([chunk async for chunk in answer.content.iter_any()] and answer.status)
        for path in "/error", "/none":
            try:
                async with session.get(path, raise_for_status=True):
                    pass
            except aiohttp.ClientResponseError as problem:
                print(problem.status, problem.message)
        async with session.ws_connect("/ws") as socket:
            for text in "abc", "é" * 300:
                await socket.send_str(text)
                reply = await socket.receive_str()
                print(len(reply), reply[:3])
            await socket.send_str("close")
            print((await socket.receive()).type.name, socket.close_code)

        async def ask(n):
            async with session.get(f"/hello/{n}") as answer:
                return (await answer.json())["name"]

        print(await asyncio.gather(*map(ask, range(10))), len(counts))
    await runner.cleanup()
    try:
        async with aiohttp.ClientSession() as session, session.get(base):
            pass
    except aiohttp.ClientConnectorError as problem:
        print(type(problem).__name__, problem.os_error.errno)


asyncio.run(main())
print(URL("http://ex.org/a/b/../c?x=1&x=2#é").with_query(y="z w"), CIMultiDict([("A", 1), ("a", 2)]).getall("A"))
