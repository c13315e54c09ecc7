# Models of pydantic 1 (pure Python): validation, coercion, errors, nesting, schema, JSON, settings.
from __future__ import annotations

import json
from datetime import date, datetime
from decimal import Decimal
from enum import Enum
from typing import Optional
import warnings

warnings.simplefilter("ignore")
from pydantic import BaseModel, Field, ValidationError, conint, constr, root_validator, validator, create_model
from pydantic.dataclasses import dataclass
from pydantic.generics import GenericModel
from typing import Generic, TypeVar

T = TypeVar("T")


class Kind(str, Enum):
    BOOK = "book"
    MAP = "map"


class Author(BaseModel):
    name: constr(min_length=2, strip_whitespace=True)
    born: Optional[date] = None


class Item(BaseModel):
    id: int
    kind: Kind = Kind.BOOK
    price: Decimal = Field(..., gt=0, description="in euros")
    authors: list[Author] = []
    stock: conint(ge=0) = 0
    added: datetime = datetime(2020, 1, 2)
    tags: dict[str, int] = {}

    class Config:
        extra = "forbid"
        allow_mutation = False

    @validator("tags")
    def lower(cls, tags):
        return {name.lower(): value for name, value in tags.items()}

    @root_validator(skip_on_failure=True)
    def no_free_maps(cls, values):
        if values["kind"] is Kind.MAP and values["stock"] > 10:
            raise ValueError("too many maps")
        return values


class Page(GenericModel, Generic[T]):
    items: list[T]
    next: Optional[int]


item = Item(id="7", price="3.50", authors=[{"name": " Jane ", "born": "1775-12-16"}], tags={"A": "1"})
print(item)
print(item.json(), item.copy(update={"stock": 4}).stock)
print(item.dict(include={"id", "authors"}), Item.parse_raw(item.json()) == item)
for wrong in ({}, {"id": "x", "price": -1, "kind": "cd", "more": 1}, {"id": 1, "price": 2, "kind": "map", "stock": 11},
              {"id": 1, "price": 1, "authors": [{"name": "x"}, 5]}):
    try:
        Item(**wrong)
    except ValidationError as error:
        print(error)
try:
    item.id = 8
except TypeError as error:
    print(error)
print(json.dumps(Item.schema(), sort_keys=True)[:600])
print(Page[int](items=["1", 2.0], next=None), Page[Item].__name__)
print(create_model("Made", a=(int, ...), b="x")(a="5"))


@dataclass
class Size:
    width: int
    height: int = 3


print(Size("4"))
