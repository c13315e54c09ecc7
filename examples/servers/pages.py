"""A web server with a thread per request: one page of 46 bytes, and one that is rendered.

usage: motet examples/servers/pages.py [PORT]

    GET /         the short page
    GET /render   a table of 40 rows with an escaped text in each cell

It ends by SIGTERM or Ctrl-C.
"""

import html
import signal
import string
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SHORT = b"<html><body><p>It works: 46 bytes</p></body>\r\n"[:46]
ROW = string.Template("<tr><td>$number</td><td>$name</td><td>$price</td></tr>")
PAGE = string.Template(
    "<html><head><title>$title</title></head><body><table>$rows</table></body></html>"
)
NAMES = [f"Volume {number} & <sequel>" for number in range(40)]


def render():
    rows = []
    for number, name in enumerate(NAMES):
        price = f"{number * 1.25:.2f}"
        rows.append(ROW.substitute(number=number, name=html.escape(name), price=price))
    return PAGE.substitute(title="Books", rows="\n".join(rows)).encode()


class Pages(BaseHTTPRequestHandler):
    # Packets are not held back until they are full.
    wbufsize = -1
    disable_nagle_algorithm = True

    def do_GET(self):
        if self.path == "/":
            body = SHORT
        elif self.path == "/render":
            body = render()
        else:
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


class Server(ThreadingHTTPServer):
    request_queue_size = 1024
    daemon_threads = True


def main():
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 8000
    server = Server(("127.0.0.1", port), Pages)
    print(f"http://127.0.0.1:{server.server_port}/", flush=True)

    def end(number, frame):
        # Whoever calls it waits until the loop has ended, which runs in this thread.
        threading.Thread(target=server.shutdown).start()

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, end)
    server.serve_forever(poll_interval=0.1)
    server.server_close()


if __name__ == "__main__":
    main()
