# Routes, templates, cookies and errors of an application, called without a socket.
import io
import sys

import bottle

app = bottle.Bottle()


@app.route("/hello/<name>")
def hello(name):
    return bottle.template("Hello {{name}}!", name=name)


@app.post("/sum")
def total():
    return {"sum": sum(int(text) for text in bottle.request.forms.getall("n"))}


@app.error(404)
def missing(error):
    return "nothing here"


def ask(method, path, body=b""):
    told = []
    environment = {
        "REQUEST_METHOD": method, "PATH_INFO": path, "SERVER_NAME": "a", "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1", "wsgi.input": io.BytesIO(body), "wsgi.url_scheme": "http",
        "wsgi.errors": sys.stderr, "CONTENT_LENGTH": str(len(body)),
        "CONTENT_TYPE": "application/x-www-form-urlencoded",
    }
    answer = app(environment, lambda status, headers, *rest: told.append(status))
    return told[0], b"".join(answer).decode()


assert ask("GET", "/hello/a%20b") == ("200 OK", "Hello a%20b!")
assert ask("GET", "/hello/<i>") == ("200 OK", "Hello &lt;i&gt;!")
assert ask("POST", "/sum", b"n=1&n=41") == ("200 OK", '{"sum": 42}')
assert ask("GET", "/none") == ("404 Not Found", "nothing here")
assert ask("POST", "/hello/a")[0] == "405 Method Not Allowed"
assert bottle.template("% for i in range(3):\n{{i}},\n% end\n") == "0,\n1,\n2,\n"
print("ok")
