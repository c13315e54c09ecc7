"""A WSGI application that renders a page."""

import html
import io
from string import Template
from urllib.parse import parse_qs
from wsgiref.headers import Headers
from wsgiref.util import setup_testing_defaults

from support.packages import short
from support.repeated import run

TURNS = {"T": 1, "S": 850, "W": 4250, "A": 42500}
PAGE = Template("<html><title>$title</title><ul>$items</ul></html>")


def application(environment, start_response):
    query = parse_qs(environment["QUERY_STRING"])
    items = (html.escape(value) for values in query.values() for value in values)
    body = PAGE.substitute(
        title=html.escape(environment["PATH_INFO"]),
        items="".join("<li>%s</li>" % item for item in items),
    ).encode()
    headers = Headers([("Content-Type", "text/html; charset=utf-8")])
    headers.add_header("Content-Length", str(len(body)))
    start_response("200 OK", headers.items())
    return [body]


def request(number):
    environment = {
        "PATH_INFO": "/page/%d" % number,
        "QUERY_STRING": "a=%d&b=%%3Cb%%3E&c=x+y&a=3" % number,
        "wsgi.input": io.BytesIO(),
    }
    setup_testing_defaults(environment)
    answered = []
    body = b"".join(application(environment, lambda *answer: answered.append(answer)))
    return body, answered


def work():
    return short([request(number) for number in range(40)])


if __name__ == "__main__":
    run("wsgi_page", __doc__, TURNS, work, 2252873994)
