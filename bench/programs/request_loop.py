"""A web server without the web: an acceptor starts a thread for each request, as WEBrick does.

From the HTM paper, which asked WEBrick for a page of 46 bytes 30,000 times. Here clients, as many
as `--threads` says, put requests into the acceptor's queue instead of a socket, and wait for the
answer. It shows short-lived threads, queues with conditions, and string handling.
"""

from threading import Condition, Event, Lock, Thread

from support.options import Benchmark
from support.workers import in_threads, share

# The number of requests.
SIZES = {"T": 30, "S": 4_000, "W": 30_000, "A": 300_000}
PAGE = "<html><body>It works, no. %5d</body></html>\n"
STATUS = {200: "OK", 404: "Not Found", 405: "Method Not Allowed"}
AGENTS = ("Browser/1.0 (one)", "Browser/2.0 (another; with a comment)", "robot/0.1")


class Connection:
    """What a client has sent, and what it will get."""

    def __init__(self, request):
        self.request = request
        self.response = ""
        self.answered = Event()


class Listener:
    """The queue between clients and acceptor."""

    def __init__(self):
        self.waiting = []
        self.changed = Condition()

    def connect(self, connection):
        with self.changed:
            self.waiting.append(connection)
            self.changed.notify()

    def accept(self):
        with self.changed:
            while not self.waiting:
                self.changed.wait()
            return self.waiting.pop(0)


class Server:
    def __init__(self):
        self.listener = Listener()
        self.routes = {"/": self.start_page, "/item": self.item_page}
        self.log_lock = Lock()
        self.served = {}
        self.bytes_sent = 0

    def run(self):
        """Accepts until somebody sends None; ends when all requests have been answered."""
        threads = []
        connection = self.listener.accept()
        while connection is not None:
            thread = Thread(target=self.serve, args=(connection,))
            thread.start()
            threads.append(thread)
            if len(threads) == 100:
                threads = [thread for thread in threads if thread.is_alive()]
            connection = self.listener.accept()
        for thread in threads:
            thread.join()

    def serve(self, connection):
        try:
            status, body = self.respond(connection.request)
            head = [
                f"HTTP/1.1 {status} {STATUS[status]}",
                "Server: request_loop",
                "Content-Type: text/html; charset=utf-8",
                f"Content-Length: {len(body)}",
                "Connection: close",
            ]
            response = "\r\n".join(head) + "\r\n\r\n" + body
            with self.log_lock:
                self.served[status] = self.served.get(status, 0) + 1
                self.bytes_sent += len(response)
            connection.response = response
        finally:
            # Also after an error: the client waits for it.
            connection.answered.set()

    def respond(self, request):
        head, _, _ = request.partition("\r\n\r\n")
        lines = head.split("\r\n")
        method, target, _ = lines[0].split(" ")
        headers = {}
        for line in lines[1:]:
            name, _, value = line.partition(":")
            headers[name.strip().lower()] = value.strip()
        if method != "GET":
            return 405, ""
        path, _, query = target.partition("?")
        parameters = {}
        for pair in query.split("&"):
            name, _, value = pair.partition("=")
            parameters[unquote(name)] = unquote(value)
        page = self.routes.get(path)
        if page is None:
            return 404, "not here: " + escape(path)
        return 200, page(headers, parameters)

    def start_page(self, headers, parameters):
        return "<h1>Hello, " + escape(headers.get("user-agent", "you")) + "</h1>"

    def item_page(self, headers, parameters):
        return PAGE % int(parameters["number"])


def unquote(text):
    """`a+b%21` is `a b!`."""
    pieces = text.replace("+", " ").split("%")
    parts = [pieces[0]]
    for piece in pieces[1:]:
        parts.append(chr(int(piece[:2], 16)) + piece[2:])
    return "".join(parts)


def escape(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def make_request(number):
    """A request, its expected status and what the page must contain."""
    agent = AGENTS[number % 3]
    method = "GET"
    target = f"/item?colour=light+bl%75e&number={number}"
    status = 200
    content = PAGE % number
    if number % 50 == 7:
        target = "/"
        content = agent
    elif number % 50 == 13:
        target = "/no<where>"
        status = 404
        content = "/no&lt;where&gt;"
    elif number % 50 == 21:
        method = "DELETE"
        status = 405
        content = ""
    lines = [
        f"{method} {target} HTTP/1.1",
        "Host: localhost:8080",
        f"User-Agent: {agent}",
        "Accept: text/html, */*",
        "Accept-Language: en",
    ]
    return "\r\n".join(lines) + "\r\n\r\n", status, content


def main():
    benchmark = Benchmark("request_loop", __doc__, SIZES)
    count = benchmark.problem
    server = Server()
    acceptor = Thread(target=server.run)

    def client(index):
        first, end = share(count, benchmark.threads, index)
        wrong = 0
        for number in range(first, end):
            request, status, content = make_request(number)
            connection = Connection(request)
            server.listener.connect(connection)
            connection.answered.wait()
            response = connection.response
            if not response.startswith(f"HTTP/1.1 {status} ") or content not in response:
                wrong += 1
        return wrong

    benchmark.start()
    acceptor.start()
    wrong = in_threads(benchmark.threads, client)
    server.listener.connect(None)
    acceptor.join()
    benchmark.stop()
    benchmark.equal("the number of wrong answers", sum(wrong), 0)
    expected = {200: 0, 404: 0, 405: 0}
    for number in range(count):
        expected[make_request(number)[1]] += 1
    served = {status: server.served.get(status, 0) for status in expected}
    benchmark.equal("the number of answers of each status", served, expected)
    benchmark.finish()


if __name__ == "__main__":
    main()
