"""Tasks on published packages (`requirements.txt`): values, validation, protocols, moments, tools for programs."""

import io

from library_tasks import TEXT, WORDS
from tasks import task


@task
def wtforms_form():
    from wtforms import Form, IntegerField, SelectField, StringField, validators
    from werkzeug.datastructures import MultiDict

    class Order(Form):
        name = StringField("Name", [validators.Length(min=2, max=25), validators.InputRequired()])
        mail = StringField("Mail", [validators.Regexp(r"^\S+@\S+$")])
        count = IntegerField("Count", [validators.NumberRange(min=1, max=9)])
        kind = SelectField("Kind", choices=[("a", "A"), ("b", "B")])

    def run():
        form = Order(MultiDict({"name": "Anna", "mail": "nobody", "count": "12", "kind": "b"}))
        valid = form.validate()
        return valid, form.errors, [str(field()) for field in form], [str(field.label) for field in form]
    return run


@task
def more_itertools_used():
    import more_itertools as more
    numbers = list(range(200))

    def run():
        return (list(more.chunked(numbers, 7)), list(more.windowed(numbers, 3))[-1], more.first(numbers),
                [list(part) for part in more.divide(3, numbers)][1][:2], list(more.unique_everseen(WORDS * 2)),
                list(more.flatten([[1], [2, 3]])),
                [list(part) for part in more.split_at(numbers, lambda x: x % 9 == 0)],
                dict(more.bucket(WORDS, key=len)._cache), list(more.interleave_longest(numbers, WORDS))[:9],
                more.peekable(numbers).peek(), list(more.consecutive_groups([1, 2, 4]).__next__()))
    return run


@task
def attrs_instances():
    import attr
    from attrs import asdict, define, evolve, field, validators

    @define(order=True)
    class Item:
        name: str = field(validator=validators.instance_of(str))
        price: float = field(default=0, converter=float)
        tags: list = field(factory=list, eq=False)

    @attr.s(frozen=True)
    class Old:
        x = attr.ib(default=1)
        y = attr.ib(default=2, repr=False)

    def run():
        items = sorted(Item(f"n{i % 9}", i, [i]) for i in range(50))
        return ([asdict(item) for item in items[:9]], evolve(items[0], price=3), repr(Old(5)),
                Old(1) == Old(), {Old(i): i for i in range(20)}[Old(3)])
    return run


@task
def attrs_class_made():
    from attrs import define, field

    def run():
        @define
        class Made:
            x: int
            y: str = field(default="a", kw_only=True)
        return repr(Made(1, y="b"))
    return run


@task
def cattrs_structured():
    from typing import List, Optional
    from attrs import define
    from cattrs import Converter

    @define
    class Line:
        name: str
        count: int

    @define
    class Order:
        number: int
        lines: List[Line]
        note: Optional[str] = None
    converter = Converter()
    value = {"number": 5, "lines": [{"name": word, "count": "3"} for word in WORDS]}

    def run():
        order = converter.structure(value, Order)
        return order.lines[2].count, converter.unstructure(order)["lines"][1], order.note
    return run


@task
def h11_connections():
    import h11

    def run():
        out = []
        client, server = h11.Connection(h11.CLIENT), h11.Connection(h11.SERVER)
        for number in range(4):
            data = client.send(h11.Request(method="GET", target=f"/{number}", headers=[("Host", "x.example")]))
            data += client.send(h11.EndOfMessage())
            server.receive_data(data)
            out += [type(server.next_event()).__name__, type(server.next_event()).__name__]
            client.receive_data(server.send(h11.Response(status_code=200, headers=[("Content-Length", "2")]))
                                + server.send(h11.Data(data=b"ok")) + server.send(h11.EndOfMessage()))
            out += [client.next_event().status_code, bytes(client.next_event().data), str(client.next_event())]
            client.start_next_cycle()
            server.start_next_cycle()
        return out
    return run


@task
def h2_connection():
    from h2.config import H2Configuration
    from h2.connection import H2Connection

    def run():
        client = H2Connection(H2Configuration(client_side=True))
        server = H2Connection(H2Configuration(client_side=False))
        client.initiate_connection()
        server.initiate_connection()
        client.send_headers(1, [(":method", "GET"), (":path", "/"), (":authority", "x"), (":scheme", "https")],
                            end_stream=True)
        names = [type(event).__name__ for event in server.receive_data(client.data_to_send())]
        server.send_headers(1, [(":status", "200"), ("content-type", "text/plain")])
        server.send_data(1, b"hello" * 20, end_stream=True)
        return names, [type(event).__name__ for event in client.receive_data(server.data_to_send())]
    return run


@task
def wsproto_messages():
    from wsproto.connection import Connection, ConnectionType
    from wsproto.events import TextMessage

    def run():
        server, client = Connection(ConnectionType.SERVER), Connection(ConnectionType.CLIENT)
        out = []
        for number in range(12):
            server.receive_data(client.send(TextMessage(data=f"message {number} " * 4)))
            out += [event.data for event in server.events()]
        return out
    return run


@task
def pyasn1_coded():
    from pyasn1.codec.der import decoder, encoder
    from pyasn1.type import namedtype, univ

    class Record(univ.Sequence):
        componentType = namedtype.NamedTypes(
            namedtype.NamedType("id", univ.Integer()),
            namedtype.NamedType("name", univ.OctetString()),
            namedtype.OptionalNamedType("flag", univ.Boolean()))

    def run():
        record = Record()
        record["id"], record["name"] = 5, b"anna"
        data = encoder.encode(record)
        read, rest = decoder.decode(data, asn1Spec=Record())
        return data, int(read["id"]), bytes(read["name"]), rest
    return run


@task
def pydantic_models():
    from typing import Dict, List, Optional
    from pydantic import BaseModel, Field, ValidationError, validator

    class Line(BaseModel):
        name: str
        count: int = Field(1, ge=0)

    class Order(BaseModel):
        number: int
        lines: List[Line]
        facts: Dict[str, float] = {}
        note: Optional[str] = None

        @validator("note")
        def short(cls, note):
            return note and note[:5]

    def run():
        order = Order(number="5", note="a long note", facts={"a": "1.5"},
                      lines=[{"name": word, "count": "3"} for word in WORDS[:8]])
        try:
            Order(number="x", lines=[{"count": -1}])
        except ValidationError as error:
            failed = [one["loc"] for one in error.errors()]
        return order.dict(), len(order.json()), failed
    return run


@task
def marshmallow_schema():
    from marshmallow import Schema, ValidationError, fields, validate

    class Line(Schema):
        name = fields.Str(required=True)
        count = fields.Int(validate=validate.Range(min=0))

    class Order(Schema):
        number = fields.Int()
        when = fields.DateTime()
        lines = fields.List(fields.Nested(Line))
    schema = Order()
    value = {"number": "5", "when": "2024-05-06T07:08:09", "lines": [{"name": w, "count": 2} for w in WORDS[:6]]}

    def run():
        read = schema.load(value)
        try:
            schema.load({"lines": [{"count": -1}]})
        except ValidationError as error:
            return schema.dump(read), error.messages
    return run


@task
def cerberus_validated():
    from cerberus import Validator
    schema = {"name": {"type": "string", "minlength": 2}, "age": {"type": "integer", "min": 0, "coerce": int},
              "tags": {"type": "list", "schema": {"type": "string", "allowed": ["a", "b"]}}}
    validator = Validator(schema)
    return lambda: (validator.validate({"name": "x", "age": "5", "tags": ["a", "c"]}), validator.errors,
                    validator.normalized({"name": "yy", "age": "7"}))


@task
def voluptuous_validated():
    from voluptuous import All, Any, Invalid, Length, MultipleInvalid, Optional, Range, Schema
    schema = Schema({"name": All(str, Length(min=2)), Optional("age"): All(int, Range(min=0)), "kind": Any("a", "b")})

    def run():
        out = []
        for number in range(10):
            try:
                out.append(schema({"name": "anna", "age": number - 3, "kind": "a"}))
            except (Invalid, MultipleInvalid) as error:
                out.append(str(error))
        return out
    return run


@task
def jsonschema_validated():
    from jsonschema import Draft7Validator
    validator = Draft7Validator({
        "type": "object", "required": ["name"], "additionalProperties": False, "properties": {
            "name": {"type": "string", "pattern": "^[a-z]+$"}, "sizes": {"type": "array", "items": {"minimum": 2}},
            "other": {"$ref": "#/definitions/other"}}, "definitions": {"other": {"enum": [1, 2]}}})
    return lambda: sorted(error.message for value in ({"name": "anna", "sizes": list(range(9))}, {"other": 3}, {"x": 1})
                          for error in validator.iter_errors(value))


@task
def rdflib_graph():
    from rdflib import Graph, Literal, Namespace
    from rdflib.namespace import RDF
    space = Namespace("http://x.example/")

    def run():
        graph = Graph()
        for number, word in enumerate(WORDS[:10]):
            graph.add((space[word], RDF.type, space.Word))
            graph.add((space[word], space.size, Literal(number)))
        found = sorted(str(one) for one in graph.subjects(RDF.type, space.Word))
        return found, len(graph), sorted(graph.serialize(format="nt").splitlines())[:3]
    return run


@task
def loguru_logged():
    from loguru import logger
    stream = io.StringIO()
    logger.remove()
    logger.add(stream, format="{level} {function} {message}", level="INFO")

    def run():
        stream.seek(0)
        stream.truncate()
        for number in range(20):
            logger.info("item {} of {name}", number, name="list")
            logger.debug("ignored")
        return stream.getvalue()
    return run


@task
def structlog_logged():
    import structlog
    stream = io.StringIO()
    logger = structlog.wrap_logger(structlog.PrintLogger(stream), processors=[
        structlog.processors.add_log_level, structlog.processors.StackInfoRenderer(),
        structlog.processors.KeyValueRenderer(sort_keys=True)])

    def run():
        stream.seek(0)
        stream.truncate()
        bound = logger.bind(user="anna")
        for number in range(30):
            bound.info("stored", number=number)
        return stream.getvalue()
    return run


@task
def pytz_zones():
    from datetime import datetime, timedelta
    import pytz
    berlin, utc = pytz.timezone("Europe/Berlin"), pytz.utc

    def run():
        out = []
        for number in range(30):
            moment = utc.localize(datetime(2024, 1, 1) + timedelta(days=number * 12)).astimezone(berlin)
            out.append((moment.isoformat(), berlin.normalize(moment + timedelta(hours=5)).tzname(),
                        berlin.localize(datetime(2024, 6, 1)).utcoffset()))
        return out
    return run


@task
def arrow_moments():
    import arrow

    def run():
        moment = arrow.get("2024-05-06T07:08:09+02:00")
        return [(moment.shift(days=i, months=1).format("YYYY-MM-DD HH:mm ZZ"), moment.floor("week").isoformat(),
                 moment.shift(hours=i).humanize(moment), moment.to("US/Pacific").hour) for i in range(8)]
    return run


@task
def dateutil_dates():
    from datetime import datetime
    from dateutil import parser, relativedelta, rrule

    def run():
        read = [str(parser.parse(text)) for text in ("6 May 2024 7:08 PM", "2024-05-06T07:08:09Z", "05/06/24")]
        rule = rrule.rrule(rrule.MONTHLY, count=12, byweekday=rrule.FR, dtstart=datetime(2024, 1, 1))
        return read, [str(one) for one in rule], str(datetime(2024, 1, 31) + relativedelta.relativedelta(months=1))
    return run


@task
def faker_names():
    from faker import Faker
    fake = Faker("en_US")

    def run():
        fake.seed_instance(5)
        return [(fake.name(), fake.email(), fake.address(), fake.sentence()) for _ in range(6)]
    return run


@task
def pypika_queries():
    from pypika import Order, Query, Table, functions
    item, kind = Table("item"), Table("kind")

    def run():
        return [str(Query.from_(item).join(kind).on(item.kind == kind.id).select(item.name, functions.Sum(item.price))
                    .where((item.price > number) & item.name.like("a%")).groupby(item.name)
                    .orderby(item.name, order=Order.desc).limit(5)) for number in range(5)]
    return run


@task
def peewee_models():
    import peewee
    base = peewee.SqliteDatabase(":memory:")

    class Item(peewee.Model):
        name = peewee.CharField()
        price = peewee.FloatField(default=0)

        class Meta:
            database = base
    base.create_tables([Item])

    def run():
        Item.delete().execute()
        for word in WORDS[:8]:
            Item.create(name=word, price=len(word))
        return [(one.name, one.price) for one in Item.select().where(Item.price > 3).order_by(Item.name)]
    return run


@task
def sorted_containers():
    from sortedcontainers import SortedDict, SortedList

    def run():
        kept = SortedList(number * 37 % 101 for number in range(200))
        kept.update(range(20))
        for number in range(50):
            kept.remove(number * 37 % 101)
        facts = SortedDict((word, len(word)) for word in WORDS)
        return list(kept), kept.bisect_left(50), facts.peekitem(0), list(facts.irange("b", "s"))
    return run


@task
def bottle_requests():
    from bottle import Bottle, request, template
    app = Bottle()

    @app.route("/item/<number:int>")
    def item(number):
        return template("<b>{{name}}</b> {{number}}", name=request.query.name, number=number)

    def run():
        out = []
        for number in range(8):
            seen = {}
            environ = {"REQUEST_METHOD": "GET", "PATH_INFO": f"/item/{number}", "QUERY_STRING": "name=<a>",
                       "wsgi.input": io.BytesIO(), "wsgi.errors": io.StringIO(), "SERVER_NAME": "x"}
            body = app(environ, lambda status, headers, info=None: seen.update(status=status, headers=headers))
            out.append((b"".join(body), seen["status"], len(seen["headers"])))
        return out
    return run


@task
def webob_requests():
    from webob import Request, Response

    def run():
        out = []
        for number in range(6):
            request = Request.blank(f"/a/{number}?x=1&y=2", headers={"Accept": "text/html"}, POST={"name": "anna"})
            response = Response(f"{request.params['name']} {request.GET['x']}", content_type="text/plain")
            response.set_cookie("seen", str(number))
            out.append((response.status, response.body, response.headers["Set-Cookie"]))
        return out
    return run


@task
def requests_prepared():
    import requests
    session = requests.Session()
    session.cookies.set("a", "b", domain="x.example")

    def run():
        out = []
        for number in range(6):
            prepared = session.prepare_request(requests.Request(
                "POST", f"http://x.example/{number}", params={"q": "a b"}, json={"n": number}, auth=("u", "p")))
            out.append((prepared.url, dict(prepared.headers), prepared.body))
        return out
    return run


@task
def toolz_functions():
    import toolz
    return lambda: (toolz.frequencies(WORDS * 3), toolz.groupby(len, WORDS),
                    toolz.pipe(WORDS, toolz.curry(map)(str.upper), list),
                    toolz.merge_with(sum, {"a": 1}, {"a": 2, "b": 3}), toolz.compose(len, sorted)(WORDS),
                    list(toolz.sliding_window(3, WORDS))[2], toolz.get_in(["a", "b"], {"a": {"b": 5}}),
                    list(toolz.partition_all(4, WORDS)), toolz.reduceby(len, lambda a, b: a + len(b), WORDS, 0))


@task
def funcy_functions():
    import funcy
    return lambda: (funcy.lmap(len, WORDS), funcy.group_by(len, WORDS)[3], funcy.walk_values(str, {"a": 1, "b": 2}),
                    funcy.lchunks(4, WORDS), funcy.lflatten([1, [2, [3]]]), funcy.project({"a": 1, "b": 2}, ["a"]),
                    list(funcy.pairwise(WORDS))[:3], funcy.lremove(len, ["", "a"]), funcy.count_by(len, WORDS))


@task
def boltons_tools():
    from boltons import cacheutils, dictutils, iterutils, strutils

    def run():
        cache = cacheutils.LRU(max_size=10)
        for number in range(60):
            cache[number % 15] = number
        many = dictutils.OMD([("a", 1), ("b", 2), ("a", 3)])
        return (len(cache), many.getlist("a"), iterutils.chunked(WORDS, 5), strutils.slugify(TEXT[:60]),
                iterutils.remap({"a": [1, {"b": 2}]}, lambda path, key, value: value != 2))
    return run


@task
def dns_messages():
    import dns.message
    import dns.name
    import dns.rrset

    def run():
        query = dns.message.make_query("www.x.example.", "A", id=5)
        answer = dns.message.make_response(query)
        answer.answer.append(dns.rrset.from_text("www.x.example.", 300, "IN", "A", "10.0.0.1", "10.0.0.2"))
        read = dns.message.from_wire(answer.to_wire())
        told = sorted(str(one) for rows in read.answer for one in rows)
        return told, dns.name.from_text("a.b.example").is_subdomain(dns.name.from_text("example"))
    return run


@task
def idna_names():
    import idna
    return lambda: [idna.decode(idna.encode(name)) for name in ("bücher.example", "ドメイン.テスト", "straße.de")]


@task
def openpyxl_book():
    from openpyxl import Workbook, load_workbook

    def run():
        book = Workbook()
        sheet = book.active
        for number, word in enumerate(WORDS[:8]):
            sheet.append([number, word, number / 3])
        out = io.BytesIO()
        book.save(out)
        return [tuple(cell.value for cell in row) for row in load_workbook(out).active.iter_rows()]
    return run


@task
def xlsxwriter_book():
    from xlsxwriter import Workbook

    def run():
        book = Workbook(io.BytesIO(), {"in_memory": True})
        sheet, bold = book.add_worksheet(), book.add_format({"bold": True})
        for number, word in enumerate(WORDS):
            sheet.write(number, 0, word, bold)
            sheet.write_number(number, 1, number * 1.5)
            sheet.write_formula(number, 2, f"=B{number + 1}*2")
        book.close()
        return sheet.dim_rowmax
    return run


@task
def jwt_tokens():
    import jwt

    def run():
        token = jwt.encode({"sub": "anna", "n": 5}, "secret" * 8, algorithm="HS256")
        return jwt.decode(token, "secret" * 8, algorithms=["HS256"]), len(token)
    return run


@task
def persistent_maps():
    from pyrsistent import freeze, pmap, pvector, thaw

    def run():
        numbers, facts = pvector(range(50)), pmap({"a": 1})
        for number in range(30):
            numbers = numbers.set(number, -number).append(number)
            facts = facts.set(f"k{number}", number)
        return list(numbers)[:5], len(facts), thaw(freeze({"a": [1, {"b": 2}]}))
    return run


@task
def intervals():
    from intervaltree import IntervalTree

    def run():
        tree = IntervalTree()
        for number in range(30):
            tree.addi(number * 3 % 50, number * 3 % 50 + 5, number)
        return sorted(tree[12]), len(tree.overlap(5, 20))
    return run


@task
def named_trees():
    from anytree import Node, PreOrderIter, RenderTree, find

    def run():
        root = Node("root")
        for number in range(5):
            above = Node(f"a{number}", parent=root)
            for below in range(4):
                Node(f"b{below}", parent=above, size=below)
        return ([node.name for node in PreOrderIter(root)], RenderTree(root).by_attr()[:80],
                find(root, lambda node: node.name == "a3").depth)
    return run


@task
def state_machines():
    from transitions import Machine

    class Matter:
        pass

    def run():
        matter = Matter()
        machine = Machine(matter, states=["solid", "liquid", "gas"], initial="solid")
        machine.add_transition("melt", "solid", "liquid")
        machine.add_transition("boil", "liquid", "gas")
        machine.add_transition("freeze", "*", "solid")
        out = []
        for _ in range(5):
            out += [matter.melt(), matter.boil(), matter.state, matter.freeze()]
        return out
    return run


@task
def simulation():
    import simpy

    def run():
        out, world = [], simpy.Environment()
        desk = simpy.Resource(world, capacity=2)

        def visitor(number):
            yield world.timeout(number)
            with desk.request() as turn:
                yield turn
                yield world.timeout(3)
                out.append((number, world.now))
        for number in range(20):
            world.process(visitor(number))
        world.run()
        return out
    return run


@task
def deep_differences():
    from deepdiff import DeepDiff
    before = {"rows": [{"name": word, "size": len(word)} for word in WORDS[:5]], "a": 1}
    after = {"rows": [{"name": word, "size": len(word) % 4} for word in WORDS[:6]], "b": 1}
    return lambda: DeepDiff(before, after).to_json()


@task
def pint_units():
    import pint
    units = pint.UnitRegistry()

    def run():
        length = 3 * units.metre + 20 * units.centimetre
        return str(length.to("inch")), f"{length / (2 * units.second):.2f~}", units("5 km/h").to_base_units().magnitude
    return run


@task
def click_commands():
    import click
    from click.testing import CliRunner

    @click.command()
    @click.option("--count", default=1, type=int, help="How many.")
    @click.option("--loud/--quiet", default=False)
    @click.argument("name")
    def greet(count, loud, name):
        """Greets."""
        for _ in range(count):
            click.echo(f"Hello {name}" + "!" * loud)

    def run():
        runner = CliRunner()
        return runner.invoke(greet, ["--count", "3", "--loud", "anna"]).output, runner.invoke(greet, ["--help"]).output
    return run
