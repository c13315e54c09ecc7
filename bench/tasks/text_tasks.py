"""Tasks on the standard library's formats and parsers."""

import io

from library_tasks import TEXT, WORDS, XML
from tasks import task


@task
def command_line():
    import argparse

    def run():
        parser = argparse.ArgumentParser(prog="tool", description="A tool.")
        parser.add_argument("files", nargs="*", help="what to read")
        parser.add_argument("-n", "--number", type=int, default=3, help="how many (%(default)s)")
        parser.add_argument("--verbose", action="store_true")
        commands = parser.parse_args(["-n", "5", "--verbose", "a.txt", "b.txt"])
        return vars(commands), len(parser.format_help())
    return run


@task
def configuration():
    import configparser
    text = "".join(f"[part{i}]\nname = value {i}\nbase = %(name)s/x\ncount: {i}\n; note\n" for i in range(12))

    def run():
        parser = configparser.ConfigParser()
        parser.read_string(text)
        out = io.StringIO()
        parser.write(out)
        return [(name, parser.get(name, "base"), parser.getint(name, "count"))
                for name in parser.sections()], len(out.getvalue())
    return run


@task
def toml_read():
    import tomllib
    text = "".join(f'[table.t{i}]\nname = "n{i}"\nlist = [1, 2, {i}]\nwhen = 2024-05-06T07:08:09Z\n'
                   f'deep = {{ a = 1.5, b = true }}\n' for i in range(12))
    return lambda: tomllib.loads(text)


@task
def json_both_ways():
    import json
    value = {"rows": [{"id": i, "name": word, "ok": i % 2 == 0, "x": i / 3, "none": None}
                      for i, word in enumerate(WORDS * 3)]}

    class Encoder(json.JSONEncoder):
        def default(self, value):
            return sorted(value)

    def run():
        text = json.dumps(value, indent=1, sort_keys=True)
        told = json.loads(text, object_hook=lambda row: row)
        return len(text), told == value, Encoder().encode({"set": {3, 1, 2}}), len(json.dumps(value))
    return run


@task
def csv_both_ways():
    import csv
    rows = [{"name": word, "size": len(word), "note": f'say "{word}", please'} for word in WORDS * 2]

    def run():
        out = io.StringIO(newline="")
        writer = csv.DictWriter(out, fieldnames=["name", "size", "note"])
        writer.writeheader()
        writer.writerows(rows)
        read = list(csv.DictReader(io.StringIO(out.getvalue())))
        return read[3], len(read), len(list(csv.reader(out.getvalue().splitlines(), delimiter=";")))
    return run


@task
def string_streams():
    def run():
        out = io.StringIO()
        for number in range(200):
            print(number, WORDS[number % 19], file=out)
        out.seek(0)
        lines = [line.rstrip() for line in out]
        raw = io.BytesIO()
        wrapped = io.TextIOWrapper(raw, encoding="utf-8", newline="\n")
        wrapped.writelines(f"{line}\n" for line in lines)
        wrapped.flush()
        return len(lines), len(raw.getvalue())
    return run


@task
def wrapped_text():
    import textwrap
    return lambda: (textwrap.fill(TEXT[:1500], width=60), textwrap.dedent("    a\n      b\n") * 3,
                    textwrap.indent(TEXT[:500], "> "), textwrap.shorten(TEXT[:300], width=50))


@task
def templates():
    import string
    template = string.Template("Dear $name, you owe ${amount} to $$whom at $place.")

    def run():
        out = [template.substitute(name=word, amount=i, place="x") for i, word in enumerate(WORDS)]
        out += [template.safe_substitute(name=word) for word in WORDS]
        return out, string.capwords(" ".join(WORDS)), string.Formatter().format("{0:>5} {a}", 1, a=2)
    return run


@task
def differences_of_texts():
    import difflib
    before, after = TEXT.splitlines()[:30], [line.replace("fox", "cat") for line in TEXT.splitlines()[:30]]
    return lambda: (list(difflib.unified_diff(before, after, lineterm=""))[:20],
                    difflib.get_close_matches("wizard", WORDS), list(difflib.ndiff(before[:3], after[:3])))


@task
def expressions():
    import re
    log = "\n".join(f"2024-05-{i % 28 + 1:02} host{i} [info] user=u{i} took {i * 3}ms" for i in range(80))
    pattern = re.compile(r"^(?P<date>\S+) (?P<host>\S+) \[(\w+)\] user=(\w+) took (\d+)ms$", re.M)

    def run():
        found = [(match.group("host"), int(match[5]), match.span(1)) for match in pattern.finditer(log)]
        changed = re.sub(r"u(\d+)", lambda match: "user" + match.group(1), log)
        named = [match.groupdict()["date"] for match in pattern.finditer(log)]
        return found, len(changed), re.split(r"[\s=]+", log)[:9], len(named), re.escape("a.b*c")
    return run


@task
def expressions_compiled():
    import re
    patterns = [r"(?P<a>[a-z]+)\s*=\s*(\d+|'[^']*')", r"^(?:https?://)?([\w.]+)(/\S*)?$", r"\b(\w)(\w)?\1\b"]

    def run():
        re.purge()
        return [re.compile(pattern, re.I).groups for pattern in patterns]
    return run


@task
def html_read():
    from html import escape, unescape
    from html.parser import HTMLParser
    page = "".join(f'<div class="c{i}"><p>Text &amp; <b>bold {i}</b><br/><a href="/x?a=1&amp;b={i}">go</a></p></div>'
                   for i in range(40))

    class Links(HTMLParser):
        def __init__(self):
            super().__init__()
            self.links, self.texts = [], []

        def handle_starttag(self, tag, attrs):
            if tag == "a":
                self.links.append(dict(attrs)["href"])

        def handle_data(self, data):
            self.texts.append(data)

    def run():
        parser = Links()
        parser.feed(page)
        parser.close()
        return parser.links, len(parser.texts), len(escape(page)), len(unescape(page))
    return run


@task
def addresses_of_pages():
    from urllib.parse import parse_qs, quote, unquote, urlencode, urljoin, urlsplit

    def run():
        out = []
        for number in range(40):
            query = urlencode({"q": f"a b{number}", "page": number, "é": "ü"})
            parts = urlsplit(f"https://user@host{number}.example:8080/a/b;c?{query}#end")
            out.append((parts.hostname, parts.port, parse_qs(parts.query), unquote(quote(parts.path)),
                        urljoin(parts.geturl(), "../d?e=1")))
        return out
    return run


@task
def mail():
    from email import message_from_string, policy
    from email.message import EmailMessage

    def run():
        message = EmailMessage()
        message["Subject"], message["From"], message["To"] = "Grüße", "a@b.example", "C <c@d.example>"
        message.set_content("Hello\n" * 10)
        message.add_alternative("<p>Hello</p>", subtype="html")
        text = message.as_string().replace(message.get_boundary(), "border")
        read = message_from_string(text, policy=policy.default)
        return read["subject"], [part.get_content_type() for part in read.walk()], read["to"].addresses
    return run


@task
def cookies():
    from http.cookies import SimpleCookie

    def run():
        out = []
        for number in range(20):
            jar = SimpleCookie(f"session=abc{number}; theme=dark; last=\"a b\"")
            jar["session"]["path"], jar["session"]["httponly"] = "/", True
            out.append(jar.output())
        return out
    return run


@task
def syntax_tree():
    import ast
    source = "".join(f"def f{i}(a, b=1, *c, **d):\n    if a > {i}:\n        return [x for x in c if x]\n"
                     f"    return {{'k': a.b[{i}], **d}}\n" for i in range(12))

    class Renamed(ast.NodeTransformer):
        def visit_Name(self, node):
            return ast.copy_location(ast.Name(id=node.id.upper(), ctx=node.ctx), node)

    def run():
        tree = Renamed().visit(ast.parse(source))
        return ast.unparse(tree), len(ast.dump(tree)), sum(1 for _ in ast.walk(tree))
    return run


@task
def token_streams():
    import tokenize
    source = "".join(f"def f{i}(a, b=1):\n    # note\n    return a + b * {i} if a else 'text'\n" for i in range(15))
    return lambda: [(token.type, token.string, token.start)
                    for token in tokenize.generate_tokens(io.StringIO(source).readline)]


@task
def pretty_printed():
    import pprint
    import reprlib
    value = {word: {"size": len(word), "letters": sorted(set(word)), "rows": [(1, 2)] * 3} for word in WORDS}
    return lambda: (pprint.pformat(value, width=70), reprlib.repr(list(range(100))))


@task
def shell_words():
    import shlex
    line = "run --name 'a b' \"c $d\" e\\ f # note"
    return lambda: ([shlex.split(line, comments=True) for _ in range(12)], shlex.join(["a b", "c"]))


@task
def archives():
    import tarfile
    import zipfile

    def run():
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", compression=zipfile.ZIP_DEFLATED) as archive:
            for number in range(8):
                archive.writestr(f"f{number}.txt", TEXT[:400])
        with zipfile.ZipFile(out) as archive:
            names = [(item.filename, item.file_size) for item in archive.infolist()]
            total = sum(len(archive.read(name)) for name, _ in names)
        tarred = io.BytesIO()
        with tarfile.open(fileobj=tarred, mode="w") as archive:
            for number in range(8):
                item = tarfile.TarInfo(f"f{number}.txt")
                item.size = 400
                archive.addfile(item, io.BytesIO(TEXT[:400].encode()))
        tarred.seek(0)
        with tarfile.open(fileobj=tarred) as archive:
            return names, total, archive.getnames()
    return run


@task
def pickled_and_copied():
    import copy
    import pickle

    class Node:
        def __init__(self, name, below=()):
            self.name, self.below, self.facts = name, list(below), {"len": len(name)}
    Node.__qualname__ = "Node"
    globals()["Node"] = Node
    tree = Node("root", [Node(word, [Node("leaf")]) for word in WORDS])

    def run():
        copied = copy.deepcopy(tree)
        read = pickle.loads(pickle.dumps(copied, protocol=4))
        return len(read.below), read.below[3].facts, copy.copy(tree).name
    return run


@task
def structures():
    import base64
    import binascii
    import hashlib
    import struct
    import uuid

    def run():
        packed = b"".join(struct.pack("<HIf4s", i, i * 3, i / 2, b"abcd") for i in range(40))
        read = [struct.unpack_from("<HIf4s", packed, offset=i * 14) for i in range(40)]
        return (read[7], base64.b64encode(packed)[:20], binascii.hexlify(packed[:8], "-"),
                hashlib.sha256(packed).hexdigest(), str(uuid.uuid5(uuid.NAMESPACE_DNS, "a.example")),
                [str(item[0]) for item in struct.iter_unpack("<H", packed[:40])])
    return run


@task
def networks():
    import ipaddress

    def run():
        network = ipaddress.ip_network("10.20.0.0/26")
        hosts = [str(host) for host in network.hosts()]
        return (hosts[-1], ipaddress.ip_address("2001:db8::1").exploded, network.overlaps(
            ipaddress.ip_network("10.20.0.32/27")), [str(part) for part in network.subnets(new_prefix=28)])
    return run


@task
def locales_of_text():
    import unicodedata
    words = ["Grüße", "naïve", "Ωmega", "ﬁne", "e\u0301clair", "straße"] * 10

    def run():
        out = [unicodedata.normalize("NFKD", word).encode("ascii", "ignore").decode() for word in words]
        out += [word.casefold().title().center(12, ".") for word in words]
        out += [unicodedata.name(word[0], "") + unicodedata.category(word[-1]) for word in words]
        return out, "".join(words).translate({0xfc: "ue", 0xdf: "ss"})
    return run


@task
def sax():
    from xml.sax import handler, parseString

    class Counts(handler.ContentHandler):
        def __init__(self):
            self.counts, self.size = {}, 0

        def startElement(self, name, attributes):
            self.counts[name] = self.counts.get(name, 0) + len(attributes.getNames())

        def characters(self, content):
            self.size += len(content)

    def run():
        counts = Counts()
        parseString(XML.encode(), counts)
        return counts.counts, counts.size
    return run
