"""Jinja: a table rendered by a template with macros and filters."""
# needs: jinja2

from support.packages import short
from support.repeated import run

import jinja2

TURNS = {"T": 1, "S": 190, "W": 950, "A": 9500}
TEXT = """{% macro cell(value) %}<td>{{ value }}</td>{% endmacro %}
{% for row in rows %}<tr>{% for item in row %}{{ cell(item) }}{{ loop.index }}{% endfor %}
{{ row | join(",") | upper }}</tr>{% endfor %}"""
TEMPLATE = jinja2.Environment(autoescape=True).from_string(TEXT)
ROWS = [[row * column for column in range(10)] for row in range(60)]


def work():
    return short(TEMPLATE.render(rows=ROWS))


if __name__ == "__main__":
    run("jinja_table", __doc__, TURNS, work, 2064071223)
