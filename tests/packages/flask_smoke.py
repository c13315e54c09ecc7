# A small shop in Flask: routing, forms, JSON, sessions, errors, templates; a client without a network,
# then a served port that threads ask at once.
import threading
import urllib.error
import urllib.request

from flask import Flask, abort, jsonify, render_template_string, request, session, url_for
from werkzeug.serving import make_server

app = Flask(__name__)
app.secret_key = "not secret"
books = {1: {"title": "Sense & Sensibility", "price": 450}, 2: {"title": "Emma", "price": 500}}


@app.route("/books/")
def shelf():
    return render_template_string(
        "{% for n, b in books.items()|sort %}<a href='{{ url_for('book', n=n) }}'>{{ b.title }}</a>"
        "{{ '%.2f'|format(b.price / 100) }};{% endfor %}",
        books=books,
    )


@app.get("/books/<int:n>")
def book(n):
    if n not in books:
        abort(404, description=f"no book {n}")
    return jsonify(books[n])


@app.post("/basket")
def put():
    basket = session.setdefault("basket", [])
    basket.append(int(request.form["n"]))
    session.modified = True
    return {"basket": basket, "total": sum(books[n]["price"] for n in basket)}, 201


@app.errorhandler(404)
def missing(error):
    return {"error": error.description}, 404


@app.before_request
def check():
    if request.headers.get("X-Stop"):
        abort(403)


with app.test_client() as client:
    print(client.get("/books/").get_data(as_text=True))
    print(client.get("/books/1").json, client.get("/books/9").json)
    for n in 1, 2:
        answer = client.post("/basket", data={"n": n})
        print(answer.status, answer.json)
    print(client.post("/basket", data={}).status, client.get("/basket").status)
    print(client.get("/books/", headers={"X-Stop": "1"}).status)
    print(client.get("/books").status, client.get("/books").location)
with app.test_request_context("/x?a=1&a=2&b=%C3%A9"):
    print(url_for("book", n=2, page=3), request.args.getlist("a"), request.args["b"])

server = make_server("127.0.0.1", 0, app, threaded=True)
serving = threading.Thread(target=server.serve_forever)
serving.start()
answers = []


def ask(n):
    for _ in range(5):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/books/{n}") as answer:
                answers.append((n, answer.status, answer.read()))
        except urllib.error.HTTPError as error:
            answers.append((n, error.code, error.read()))
            error.close()


import logging

logging.getLogger("werkzeug").setLevel(logging.ERROR)
threads = [threading.Thread(target=ask, args=(n,)) for n in (1, 2, 3)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
server.shutdown()
serving.join()
server.server_close()
print(len(answers), sorted(set(answers)))
