"""A bookshop in Flask, on SQLite through SQLAlchemy.

usage: motet examples/servers/bookshop_flask.py [PORT [DATABASE [waitress THREADS]]]

    GET /                  the catalogue: 40 books with their authors, by title
    GET /author/NAME       the books of an author
    POST /buy/NUMBER       buys a copy; 409 when there is none left
    GET /sold              how many copies were sold

Each request has a thread; with `waitress` they share so many. It ends by SIGTERM or Ctrl-C.
"""

import signal
import sys
import tempfile

from flask import Flask, abort, render_template_string
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import ForeignKey, event, func, select, update
from sqlalchemy.engine import Engine
from sqlalchemy.orm import Mapped, joinedload, mapped_column, relationship

from threaded import serve

BOOKS = """
{% macro price(cents) %}{{ "%.2f"|format(cents / 100) }}{% endmacro %}
<html><head><title>{{ title }}</title></head><body><h1>{{ title }}</h1><table>
{% for book in books %}
<tr class="{{ loop.cycle('odd', 'even') }}"><td>{{ book.title }}</td><td>{{ book.author.name }}</td>
<td>{{ price(book.cents) }}</td><td>{% if book.stock %}{{ book.stock }}{% else %}none{% endif %}</td></tr>
{% endfor %}
</table><p>{{ books|length }} books, from {{ price(books|map(attribute='cents')|min) }} on.</p></body></html>
"""

app = Flask(__name__)
db = SQLAlchemy()


class Author(db.Model):
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(unique=True)
    books: Mapped[list["Book"]] = relationship(back_populates="author")


class Book(db.Model):
    id: Mapped[int] = mapped_column(primary_key=True)
    title: Mapped[str] = mapped_column(index=True)
    cents: Mapped[int]
    stock: Mapped[int]
    author_id: Mapped[int] = mapped_column(ForeignKey(Author.id))
    author: Mapped[Author] = relationship(back_populates="books")


class Sale(db.Model):
    id: Mapped[int] = mapped_column(primary_key=True)
    book_id: Mapped[int] = mapped_column(ForeignKey(Book.id))


@event.listens_for(Engine, "connect")
def prepare(connection, record):
    # Readers do not wait for the writer.
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")


@app.get("/")
def catalogue():
    query = select(Book).options(joinedload(Book.author)).order_by(Book.title)
    books = db.session.scalars(query).all()
    return render_template_string(BOOKS, title="Books & more", books=books)


@app.get("/author/<name>")
def author(name):
    found = db.session.scalar(select(Author).where(Author.name == name))
    if found is None:
        abort(404)
    return render_template_string(BOOKS, title=f"Books by {name}", books=found.books)


@app.post("/buy/<int:number>")
def buy(number):
    taken = update(Book).where(Book.id == number, Book.stock > 0).values(stock=Book.stock - 1)
    if db.session.execute(taken).rowcount == 0:
        db.session.rollback()
        abort(409)
    db.session.add(Sale(book_id=number))
    db.session.commit()
    return {"bought": number}


@app.get("/sold")
def sold():
    return {"sold": db.session.scalar(select(func.count()).select_from(Sale))}


def fill():
    db.create_all()
    if db.session.scalar(select(func.count()).select_from(Book)):
        return
    authors = [Author(name=f"Author {number}") for number in range(8)]
    for number in range(40):
        db.session.add(
            Book(
                title=f"Volume {number:02} & <sequel>",
                cents=995 + 125 * number,
                stock=1_000_000,
                author=authors[number % 8],
            )
        )
    db.session.commit()


def main():
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 8002
    with tempfile.TemporaryDirectory() as folder:
        path = sys.argv[2] if len(sys.argv) > 2 else f"{folder}/books.db"
        app.config["SQLALCHEMY_DATABASE_URI"] = f"sqlite:///{path}"
        db.init_app(app)
        with app.app_context():
            fill()
        if sys.argv[3:4] == ["waitress"]:
            import waitress

            signal.signal(signal.SIGTERM, signal.default_int_handler)
            waitress.serve(app, host="127.0.0.1", port=port, threads=int(sys.argv[4]))
        else:
            serve(app, port)


if __name__ == "__main__":
    main()
