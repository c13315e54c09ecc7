"""Tasks on published packages (`requirements.txt`): parsers, templates, and what formats texts."""

import io

from library_tasks import TEXT, WORDS, XML
from tasks import task

MARKUP = "\n".join(f"# Part {i}\n\nSome *text* with `code`, **bold** and [a link](http://x.example/{i}).\n\n"
                   f"- one\n- two\n  - three\n\n> quoted\n\n    code {i}\n" for i in range(6))
PAGE = ("<html><body>" + "".join(
    f'<div class="row r{i}"><h2 id="h{i}">Title {i}</h2><p>Text <b>bold</b><a href="/x{i}">go</a></p></div>'
    for i in range(20)) + "</body></html>")
SOURCE = "".join(f"def f{i}(a, b=1):\n    x = [c for c in a if c > {i}]\n    return {{'k': x, 'b': b}}\n\n\n"
                 for i in range(12))


@task
def tabulate_tables():
    from tabulate import tabulate
    rows = [(word, len(word), len(word) / 3, None) for word in WORDS]
    return lambda: [tabulate(rows, headers=["name", "size", "part", "none"], tablefmt=how)
                    for how in ("plain", "grid", "html")]


@task
def prettytable_tables():
    from prettytable import PrettyTable

    def run():
        table = PrettyTable(["Word", "Size"])
        for word in WORDS:
            table.add_row([word, len(word)])
        table.align["Word"] = "l"
        return table.get_string(sortby="Size")
    return run


@task
def isort_imports():
    import isort
    text = "import sys\nfrom os import path, getcwd\nimport re, json\nfrom zlib import crc32 as c\nx = 1\n"
    return lambda: isort.code(text, profile="black")


@task
def babel_numbers():
    from babel.numbers import format_compact_decimal, format_currency, format_decimal, format_percent

    def run():
        return [(format_decimal(number * 1234.567, locale="de_DE"), format_percent(number / 30, locale="fr"),
                 format_currency(number * 99.5, "EUR", locale="en_US"),
                 format_compact_decimal(number * 98765, locale="en")) for number in range(10)]
    return run


@task
def babel_dates():
    from datetime import datetime, timedelta
    from babel.dates import format_datetime, format_timedelta, get_timezone
    moment, zone = datetime(2024, 5, 6, 7, 8, 9), get_timezone("Europe/Berlin")
    return lambda: [(format_datetime(moment + timedelta(days=i * 40), "full", tzinfo=zone, locale="de"),
                     format_timedelta(timedelta(hours=i * 5), locale="en")) for i in range(8)]


@task
def sqlglot_statements():
    import sqlglot
    text = "SELECT a, b + 1 AS c, COUNT(*) FROM t JOIN u ON t.id = u.id WHERE a > 5 AND b IN (1, 2) GROUP BY a, b"
    return lambda: (sqlglot.transpile(text, write="spark", pretty=True), repr(sqlglot.parse_one(text).find()))


@task
def sqlparse_formatted():
    import sqlparse
    text = "select a, b from t join u on t.id = u.id where a > 5 and b in (1, 2) order by a; insert into t values (1)"
    return lambda: (sqlparse.format(text, reindent=True, keyword_case="upper"), len(sqlparse.parse(text)))


@task
def mako_template():
    from mako.template import Template
    template = Template("% for row in rows:\n<p class=\"${row['kind']}\">${row['name'] | h} ${loop.index}</p>\n% endfor\n"
                        "<%def name=\"foot(x)\">foot ${x}</%def>${foot(3)}")
    rows = [{"kind": word, "name": f"<{word}>"} for word in WORDS]
    return lambda: template.render(rows=rows)


@task
def docutils_page():
    from docutils.core import publish_parts
    text = "Title\n=====\n\nSome *text* and ``code``.\n\n- one\n- two\n\n1. first\n\n.. note:: A note.\n"
    return lambda: publish_parts(text, writer="html")["fragment"]


@task
def mistune_page():
    import mistune
    return lambda: mistune.html(MARKUP)


@task
def markdown_it_page():
    from markdown_it import MarkdownIt
    reader = MarkdownIt()
    return lambda: reader.render(MARKUP)


@task
def html5lib_tree():
    import html5lib
    return lambda: html5lib.serialize(html5lib.parse(PAGE))


@task
def soup():
    from bs4 import BeautifulSoup

    def run():
        page = BeautifulSoup(PAGE, "html.parser")
        return ([link["href"] for link in page.find_all("a")], [one.get_text() for one in page.select("div.row > h2")],
                page.find(id="h3").parent["class"], len(page.prettify()))
    return run


@task
def selectors():
    from cssselect import HTMLTranslator
    return lambda: [HTMLTranslator().css_to_xpath(text) for text in
                    ("div.row > a[href^='/x']:first-child", "#top p:nth-child(2n+1), ul li:not(.b)")]


@task
def style_sheets():
    import tinycss2
    sheet = "".join(f".a{i} > p {{ color: rgb({i}, 2, 3); margin: 1px 2em }} /* note */\n" for i in range(15))
    return lambda: tinycss2.serialize(tinycss2.parse_stylesheet(sheet, skip_comments=True))


@task
def parso_tree():
    import parso
    grammar = parso.load_grammar(version="3.12")
    return lambda: (grammar.parse(SOURCE).get_code() == SOURCE, len(grammar.parse(SOURCE).children))


@task
def pyparsing_sums():
    import pyparsing as pp
    number = pp.pyparsing_common.integer()
    total = pp.infix_notation(number, [(pp.one_of("* /"), 2, pp.OpAssoc.LEFT), (pp.one_of("+ -"), 2, pp.OpAssoc.LEFT)])
    row = pp.Group(pp.Word(pp.alphas)("name") + pp.Suppress("=") + total("value"))
    return lambda: pp.OneOrMore(row).parse_string("a = 1 + 2 * 3 b = 4 * 5 - 6", parse_all=True).as_list()


@task
def ply_lexer():
    import types
    from ply import lex
    rules = types.ModuleType("rules")
    rules.__dict__.update(
        __file__="rules.py", tokens=("NAME", "NUMBER", "PLUS"), t_PLUS=r"\+", t_NAME=r"[a-z]\w*", t_NUMBER=r"\d+",
        t_ignore=" \n", t_error=lambda token: token.lexer.skip(1))
    lexer = lex.lex(module=rules)

    def run():
        lexer.input("abc + 12 + x1 + 7\n" * 20)
        return [(token.type, token.value, token.lexpos) for token in lexer]
    return run


@task
def parsimonious_tree():
    from parsimonious import Grammar, NodeVisitor
    grammar = Grammar('list = "(" item* ")" space\nitem = (list / word)\nword = ~"[a-z]+" space\nspace = ~" *"')

    class Reader(NodeVisitor):
        def visit_word(self, node, visited):
            return node.text.strip()

        def generic_visit(self, node, visited):
            return visited or None
    return lambda: str(Reader().visit(grammar.parse("(a b (c d) (e (f g)) h)")))


@task
def construct_records():
    from construct import Array, Bytes, Const, Int8ub, Int16ul, Struct, this
    record = Struct("mark" / Const(b"AB"), "count" / Int8ub, "sizes" / Array(this.count, Int16ul), "rest" / Bytes(2))

    def run():
        data = record.build(dict(count=6, sizes=list(range(6)), rest=b"zz"))
        read = record.parse(data)
        return data, list(read.sizes), read.count
    return run


@task
def bitstrings():
    from bitstring import BitArray, BitStream

    def run():
        bits = BitArray(uint=4660, length=16) + "0b1010, 0xff"
        bits.overwrite("0b111", 3)
        stream = BitStream(bits)
        return bits.hex, bits.bin, stream.readlist("uint:4, hex:8"), list(bits.findall("0b11")), bits[3:9].uint
    return run


@task
def toml_kept():
    import tomlkit
    text = "".join(f'[part{i}] # note\nname = "n{i}"\nlist = [1, 2]\n' for i in range(4))

    def run():
        document = tomlkit.parse(text)
        document["part1"]["name"] = "changed"
        return tomlkit.dumps(document)
    return run


@task
def yaml_kept():
    from ruamel.yaml import YAML
    reader = YAML(typ="rt", pure=True)

    def run():
        value = reader.load("a: 1 # note\nb:\n  - x\n  - {y: 2}\nc: |\n  text\n")
        value["a"] = 5
        out = io.StringIO()
        reader.dump(value, out)
        return out.getvalue()
    return run


@task
def snowball_stems():
    import snowballstemmer
    stemmer = snowballstemmer.stemmer("english")
    return lambda: stemmer.stemWords(["running", "happily", "relational", "conditional", "ponies", "valenci"])


@task
def rich_table():
    from rich.console import Console
    from rich.table import Table

    def run():
        console = Console(file=io.StringIO(), width=60, force_terminal=False)
        table = Table("Word", "Size", title="[bold]All[/bold] words")
        for word in WORDS[:6]:
            table.add_row(word, str(len(word)))
        console.print(table)
        return console.file.getvalue()
    return run


@task
def inflected_words():
    import inflect
    engine = inflect.engine()
    return lambda: ([engine.plural(word) for word in WORDS[:6]], engine.number_to_words(1234), engine.ordinal(22))


@task
def slugs():
    from slugify import slugify
    from unidecode import unidecode
    return lambda: [slugify(f"Grüße {word} & Ωmega!", max_length=20) + unidecode("北京 naïve") for word in WORDS[:10]]


@task
def xml_as_dicts():
    import xmltodict
    return lambda: xmltodict.unparse(xmltodict.parse(XML), pretty=True)


@task
def style_checked():
    import pycodestyle
    lines = SOURCE.splitlines(keepends=True)

    def run():
        style = pycodestyle.StyleGuide(quiet=2)
        checker = pycodestyle.Checker(lines=list(lines), options=style.options)
        return checker.check_all()
    return run


@task
def flakes_found():
    import ast
    from pyflakes.checker import Checker
    text = "import os\n" + SOURCE + "print(undefined)\n"
    return lambda: [message.message % message.message_args for message in Checker(ast.parse(text)).messages]


@task
def jmespath_searched():
    import jmespath
    value = {"rows": [{"name": word, "size": len(word)} for word in WORDS]}
    return lambda: (jmespath.search("rows[?size > `4`].name | sort(@)", value),
                    jmespath.search("max_by(rows, &size)", value),
                    jmespath.search("rows[*].{n: name, s: size}[2:5]", value))


@task
def json_paths():
    from jsonpath_ng import parse
    value = {"rows": [{"name": word, "size": len(word)} for word in WORDS]}
    path = parse("$.rows[*].name")
    return lambda: ([found.value for found in path.find(value)],
                    [str(found.full_path) for found in path.find(value)][:3])


@task
def humanized():
    from datetime import timedelta
    import humanize
    return lambda: [(humanize.intcomma(i * 12345), humanize.naturalsize(i * 99999), humanize.intword(i * 1234567),
                     humanize.naturaldelta(timedelta(minutes=i * 50)), humanize.ordinal(i)) for i in range(15)]


@task
def jinja_pages():
    from jinja2 import DictLoader, Environment
    pages = Environment(autoescape=True, loader=DictLoader({
        "base": "<title>{% block title %}{% endblock %}</title>{% block body %}{% endblock %}",
        "page": "{% extends 'base' %}{% macro cell(x) %}<td>{{ x|upper }}</td>{% endmacro %}{% block body %}"
                "{% for row in rows if row %}{{ cell(row) }}{{ loop.index }}{% else %}-{% endfor %}{% endblock %}"}))
    return lambda: pages.get_template("page").render(rows=WORDS + ["<b>"])


@task
def encodings_guessed():
    import chardet
    texts = ["Grüße aus München".encode("latin-1") * 5, "Привет мир".encode("cp1251") * 5, TEXT[:200].encode()]
    return lambda: [chardet.detect(text)["encoding"] for text in texts]
