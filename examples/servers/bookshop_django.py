"""The bookshop in Django, on SQLite through Django's models.

usage: motet examples/servers/bookshop_django.py [PORT [DATABASE [waitress THREADS]]]

    GET /                  the catalogue: 40 books with their authors, by title
    GET /author/NAME       the books of an author
    POST /buy/NUMBER       buys a copy; 409 when there is none left
    GET /sold              how many copies were sold

Each request has a thread; with `waitress` they share so many. It ends by SIGTERM or Ctrl-C.
"""

import signal
import sys
import tempfile

import django
from django.conf import settings

from threaded import serve

BOOKS = """
<html><head><title>{{ title }}</title></head><body><h1>{{ title }}</h1><table>
{% for book in books %}
<tr class="{% cycle 'odd' 'even' %}"><td>{{ book.title }}</td><td>{{ book.author.name }}</td>
<td>{{ book.price|floatformat:2 }}</td><td>{% if book.stock %}{{ book.stock }}{% else %}none{% endif %}</td></tr>
{% endfor %}
</table><p>{{ books|length }} books.</p></body></html>
"""


def configure(path):
    templates = {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "OPTIONS": {"loaders": [("django.template.loaders.locmem.Loader", {"books.html": BOOKS})]},
    }
    database = {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA synchronous = NORMAL",
        },
    }
    settings.configure(
        DEBUG=False,
        ALLOWED_HOSTS=["127.0.0.1", "localhost"],
        ROOT_URLCONF=__name__,
        DATABASES={"default": database},
        DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
        TEMPLATES=[templates],
        MIDDLEWARE=["django.middleware.common.CommonMiddleware"],
        USE_TZ=True,
        # The log is quiet about pages that are not there.
        LOGGING_CONFIG=None,
    )
    django.setup()


configure(sys.argv[2] if len(sys.argv) > 2 else tempfile.mkdtemp() + "/books.db")

from django.core.wsgi import get_wsgi_application
from django.db import connection, models, transaction
from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import path


class Author(models.Model):
    name = models.CharField(max_length=80, unique=True)

    class Meta:
        app_label = "bookshop"


class Book(models.Model):
    title = models.CharField(max_length=80, db_index=True)
    price = models.DecimalField(max_digits=8, decimal_places=2)
    stock = models.IntegerField()
    author = models.ForeignKey(Author, models.CASCADE, related_name="books")

    class Meta:
        app_label = "bookshop"


class Sale(models.Model):
    book = models.ForeignKey(Book, models.CASCADE)

    class Meta:
        app_label = "bookshop"


def catalogue(request):
    books = list(Book.objects.select_related("author").order_by("title"))
    return render(request, "books.html", {"title": "Books & more", "books": books})


def author(request, name):
    found = Author.objects.filter(name=name).first()
    if found is None:
        return HttpResponse(status=404)
    books = list(found.books.order_by("title"))
    return render(request, "books.html", {"title": f"Books by {name}", "books": books})


def buy(request, number):
    with transaction.atomic():
        left = Book.objects.filter(id=number, stock__gt=0)
        if not left.update(stock=models.F("stock") - 1):
            return HttpResponse(status=409)
        Sale.objects.create(book_id=number)
    return JsonResponse({"bought": number})


def sold(request):
    return JsonResponse({"sold": Sale.objects.count()})


urlpatterns = [
    path("", catalogue),
    path("author/<name>", author),
    path("buy/<int:number>", buy),
    path("sold", sold),
]


def fill():
    if "bookshop_book" in connection.introspection.table_names():
        return
    connection.cursor().execute("PRAGMA journal_mode = WAL")
    with connection.schema_editor() as editor:
        for model in (Author, Book, Sale):
            editor.create_model(model)
    authors = [Author.objects.create(name=f"Author {number}") for number in range(8)]
    for number in range(40):
        Book.objects.create(
            title=f"Volume {number:02} & <sequel>",
            price=9.95 + 1.25 * number,
            stock=1_000_000,
            author=authors[number % 8],
        )
    connection.close()


def main():
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 8003
    fill()
    application = get_wsgi_application()
    if sys.argv[3:4] == ["waitress"]:
        import waitress

        signal.signal(signal.SIGTERM, signal.default_int_handler)
        waitress.serve(application, host="127.0.0.1", port=port, threads=int(sys.argv[4]))
    else:
        serve(application, port)


if __name__ == "__main__":
    main()
