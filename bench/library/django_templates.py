"""Django: a table rendered by a template."""
# needs: django

from support.packages import short
from support.repeated import run

import django
from django.conf import settings

TURNS = {"T": 1, "S": 430, "W": 2150, "A": 21500}
ENGINE = "django.template.backends.django.DjangoTemplates"
settings.configure(TEMPLATES=[{"BACKEND": ENGINE}])
django.setup()

from django.template import Context, Template  # noqa: E402

TEMPLATE = Template(
    "{% for row in rows %}<tr>{% for item in row %}<td>{{ item|add:1 }}</td>"
    "{% if forloop.last %}x{% endif %}{% endfor %}</tr>{% endfor %}"
)
ROWS = [[row * column for column in range(10)] for row in range(15)]


def work():
    return short(TEMPLATE.render(Context({"rows": ROWS})))


if __name__ == "__main__":
    run("django_templates", __doc__, TURNS, work, 3070973432)
