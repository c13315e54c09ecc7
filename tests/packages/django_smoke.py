# A shop in one file of Django on SQLite: models and migrations by hand, queries, forms, admin, templates,
# a client of tests, transactions.
import django
from django.apps import AppConfig
from django.conf import settings


class ShopConfig(AppConfig):
    name, label, path = __name__, "shop", "."


settings.configure(
    DEBUG=True,
    SECRET_KEY="not secret",
    ROOT_URLCONF=__name__,
    ALLOWED_HOSTS=["*"],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
    INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth", "django.contrib.sessions", "__main__.ShopConfig"],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.common.CommonMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
    ],
    TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates"}],
    PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
    USE_TZ=True,
    DEFAULT_AUTO_FIELD="django.db.models.AutoField",
)
django.setup()

from django import forms
from django.core.management import call_command
from django.db import connection, models, transaction
from django.db.models import Avg, Count, F, Q, Sum
from django.http import HttpResponse, JsonResponse
from django.template import Context, Template
from django.test import Client
from django.urls import path, reverse


class Author(models.Model):
    name = models.CharField(max_length=50, unique=True)

    class Meta:
        app_label = "shop"

    def __str__(self):
        return self.name


class Book(models.Model):
    title = models.CharField(max_length=80)
    price = models.DecimalField(max_digits=6, decimal_places=2)
    author = models.ForeignKey(Author, models.CASCADE, related_name="books")
    printed = models.DateField(null=True)

    class Meta:
        app_label = "shop"
        ordering = ["title"]


class BookForm(forms.ModelForm):
    class Meta:
        model = Book
        fields = ["title", "price", "author"]


def shelf(request):
    text = "{% for b in books %}{{ forloop.counter }}. {{ b.title|upper }} ({{ b.author }}){% if not forloop.last %}, {% endif %}{% endfor %}"
    request.session["seen"] = request.session.get("seen", 0) + 1
    books = Book.objects.select_related("author")
    return HttpResponse(Template(text).render(Context({"books": books})))


def add(request):
    form = BookForm(request.POST)
    if form.is_valid():
        return JsonResponse({"id": form.save().pk}, status=201)
    return JsonResponse(form.errors.get_json_data(), status=400)


def seen(request):
    return JsonResponse({"seen": request.session.get("seen"), "user": str(request.user)})


urlpatterns = [
    path("shelf/", shelf, name="shelf"),
    path("add/", add),
    path("seen/", seen),
]

call_command("migrate", verbosity=0)
with connection.schema_editor() as editor:
    editor.create_model(Author)
    editor.create_model(Book)
jane = Author.objects.create(name="Jane Austen")
leo = Author.objects.create(name="Leo Tolstoi")
for title, price, author in [("Emma", "5.00", jane), ("Persuasion", "4.50", jane), ("War & Peace", "9.99", leo)]:
    Book.objects.create(title=title, price=price, author=author)
print(Author.objects.annotate(n=Count("books"), total=Sum("books__price")).order_by("-n").values_list("name", "n", "total"))
print(Book.objects.filter(Q(price__gt=4.6) & ~Q(title__startswith="E")).values("title"))
print(Book.objects.aggregate(Avg("price")), Book.objects.update(price=F("price") + 1))
print(str(Book.objects.filter(author__name__contains="Jane").exclude(pk=2).query))
try:
    with transaction.atomic():
        Book.objects.all().delete()
        raise KeyError("back")
except KeyError:
    print(Book.objects.count(), "left")
client = Client()
print(client.get(reverse("shelf")).content.decode())
print(client.post("/add/", {"title": "Anna", "price": "7.50", "author": leo.pk}).json())
print(client.post("/add/", {"title": "", "price": "x"}).json())
from django.contrib.auth.models import User

User.objects.create_user("ann", password="word")
print(client.login(username="ann", password="word"), client.get("/seen/").json(), client.get("/none/").status_code)
print(BookForm({"title": "x"}).as_p())
