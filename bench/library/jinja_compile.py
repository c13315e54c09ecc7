"""Jinja: templates compiled."""
# needs: jinja2

import support.packages  # noqa: F401
from support.repeated import run

import jinja2

TURNS = {"T": 1, "S": 250, "W": 1250, "A": 12500}
ENVIRONMENT = jinja2.Environment(cache_size=0)
TEXT = "{% for x in y %}{{ x.a | upper }}{% if x.b %}{{ x.c + 1 }}{% endif %}{% endfor %}" * 3


def work():
    template = ENVIRONMENT.from_string(TEXT)
    return template.render(y=[{"a": "a", "b": True, "c": 2}])


if __name__ == "__main__":
    run("jinja_compile", __doc__, TURNS, work, 'A3A3A3')
