# Templates: loops, filters, inheritance, macros, escaping, the sandbox, errors, two threads.
from threading import Thread

from jinja2 import DictLoader, Environment, StrictUndefined, TemplateSyntaxError
from jinja2.sandbox import SandboxedEnvironment
from markupsafe import Markup, escape

pages = Environment(autoescape=True, undefined=StrictUndefined, loader=DictLoader({
    "base": "<h1>{% block title %}base{% endblock %}</h1>",
    "page": "{% extends 'base' %}{% block title %}{{ super() }} {{ name }}{% endblock %}",
    "macro": "{% macro item(x) %}<li>{{ x }}</li>{% endmacro %}{% for x in xs if x %}"
             "{{ item(x) }}{{ loop.index }}{% else %}none{% endfor %}",
}))
assert pages.get_template("page").render(name="<a>") == "<h1>base &lt;a&gt;</h1>"
assert pages.get_template("macro").render(xs=[0, 4, 5]) == "<li>4</li>1<li>5</li>2"
assert pages.get_template("macro").render(xs=[]) == "none"
text = pages.from_string("{{ xs|map('upper')|join(', ') }} {{ 3|string ~ '4' }} {{ xs|length }}")
assert text.render(xs=["a", "b"]) == "A, B 34 2"
assert escape("<") + Markup("<b>") == "&lt;<b>"
try:
    pages.from_string("{% if %}")
    raise SystemExit("no error")
except TemplateSyntaxError as error:
    assert "Expected an expression" in str(error)
assert SandboxedEnvironment().from_string("{{ [1, 2].append }}").render()
answers = [None, None]


def work(place):
    page = pages.from_string("{% for i in range(n) %}{{ i }}{% endfor %}")
    answers[place] = [page.render(n=n) for n in range(20)]


threads = [Thread(target=work, args=(place,)) for place in range(2)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert answers[0] == answers[1] and answers[0][3] == "012"
print("ok")
