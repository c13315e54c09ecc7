"""Serves a WSGI application with a thread per request, by `wsgiref` of the standard library."""

import signal
import threading
from socketserver import ThreadingMixIn
from wsgiref.simple_server import ServerHandler, WSGIRequestHandler, WSGIServer


class Answer(ServerHandler):
    # Each connection carries one request.
    http_version = "1.0"

    def close(self):
        # The handler of `wsgiref.simple_server` writes a line per request to the log.
        super(ServerHandler, self).close()


class Request(WSGIRequestHandler):
    # An answer leaves in one packet, without waiting for more.
    disable_nagle_algorithm = True
    # A client that says nothing for so long is sent away.
    timeout = 10

    def address_string(self):
        return self.client_address[0]

    def log_message(self, *arguments):
        pass

    def handle(self):
        try:
            self.raw_requestline = self.rfile.readline(65537)
        except (ConnectionError, TimeoutError):
            return
        if len(self.raw_requestline) > 65536:
            self.requestline = self.request_version = self.command = ""
            self.send_error(414)
        elif self.raw_requestline and self.parse_request():
            answer = Answer(
                self.rfile, self.wfile, self.get_stderr(), self.get_environ(), multithread=True
            )
            answer.request_handler = self
            answer.run(self.server.get_app())


class Server(ThreadingMixIn, WSGIServer):
    request_queue_size = 1024
    daemon_threads = True

    def server_bind(self):
        # The name of the host is not looked up.
        super(WSGIServer.__base__, self).server_bind()
        self.server_name, self.server_port = self.server_address[:2]
        self.setup_environ()

    def handle_error(self, request, client_address):
        # A connection that breaks is the client's affair.
        pass


def serve(application, port):
    server = Server(("127.0.0.1", port), Request)
    server.set_app(application)
    print(f"http://127.0.0.1:{server.server_port}/", flush=True)

    def end(number, frame):
        # It waits until the loop has ended, which runs in this thread.
        threading.Thread(target=server.shutdown).start()

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, end)
    server.serve_forever(poll_interval=0.1)
    server.server_close()
