# marshmallow: schemas load, dump and refuse.
import datetime as dt
import decimal
import enum
import uuid

from marshmallow import EXCLUDE, Schema, ValidationError, fields, post_load, pre_load, validate, validates, validates_schema


class Kind(enum.Enum):
    BOOK = "b"
    MAP = "m"


class Author(Schema):
    name = fields.Str(required=True, validate=validate.Length(min=2))
    born = fields.Date()


class Item(Schema):
    class Meta:
        unknown = EXCLUDE
        ordered = True

    id = fields.UUID(dump_default=uuid.UUID(int=7))
    kind = fields.Enum(Kind, by_value=True)
    price = fields.Decimal(places=2, as_string=True, required=True, validate=validate.Range(min=0))
    authors = fields.List(fields.Nested(Author))
    tags = fields.Dict(keys=fields.Str(), values=fields.Int())
    made = fields.DateTime(format="iso")
    mail = fields.Email(load_default=None)
    total = fields.Method("count_total", dump_only=True)
    page = fields.Url()

    def count_total(self, item):
        return item.get("price", 0) * 2

    @pre_load
    def strip(self, data, **kwargs):
        return {key.strip(): value for key, value in data.items()}

    @validates_schema
    def check(self, data, **kwargs):
        if data.get("kind") is Kind.MAP and data["price"] > 10:
            raise ValidationError("dear map", "price")

    @post_load
    def sort(self, data, **kwargs):
        return dict(sorted(data.items()))


schema = Item()
print(schema.load({" price": "3.456", "kind": "b", "authors": [{"name": "Jane", "born": "1775-12-16"}], "x": 1}))
for wrong in ({}, {"price": "x", "kind": "z", "mail": "no", "authors": [{"name": "J"}, {}, 5]}, {"price": 11, "kind": "m"},
              {"price": -1, "tags": {"a": "b"}, "made": "yesterday", "page": "x"}):
    try:
        schema.load(wrong)
    except ValidationError as error:
        print(error.normalized_messages())
print(schema.dump({"price": decimal.Decimal("2.5"), "kind": Kind.MAP, "made": dt.datetime(2020, 1, 2, tzinfo=dt.timezone.utc)}))
print(Item(only=["price", "authors.name"], many=True).dumps([{"price": 1, "authors": [{"name": "a", "born": dt.date(2000, 1, 1)}]}]))
print(Schema.from_dict({"a": fields.Int(strict=True)})().validate({"a": 1.5}), sorted(schema.fields))
