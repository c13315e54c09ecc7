"""What object-relational mappers do: descriptors, metaclasses, queries built as text."""

import operator

from support.packages import short
from support.repeated import run

TURNS = {"T": 1, "S": 4700, "W": 23500, "A": 235000}

class Field:
    def __set_name__(self, owner, name):
        self.name = name
        owner.fields = {**getattr(owner, "fields", {}), name: self}

    def __get__(self, instance, owner):
        return self if instance is None else instance.values[self.name]

    def __set__(self, instance, value):
        instance.values[self.name] = value

    def __eq__(self, other):
        return Condition(self.name, operator.eq, "=", other)

    def __gt__(self, other):
        return Condition(self.name, operator.gt, ">", other)


class Condition:
    def __init__(self, name, holds, sign, value):
        self.name, self.holds, self.sign, self.value = name, holds, sign, value

    def __str__(self):
        return "%s %s %r" % (self.name, self.sign, self.value)


class Query:
    def __init__(self, model, rows, conditions=()):
        self.model, self.rows, self.conditions = model, rows, conditions

    def where(self, *conditions):
        return Query(self.model, self.rows, self.conditions + conditions)

    def __iter__(self):
        for row in self.rows:
            if all(each.holds(row[each.name], each.value) for each in self.conditions):
                yield self.model(**row)

    def __str__(self):
        names = ", ".join(self.model.fields)
        text = " and ".join(map(str, self.conditions))
        return "select %s from %s where %s" % (names, self.model.__name__.lower(), text)


class Model:
    def __init__(self, **values):
        self.values = {}
        for name, value in values.items():
            setattr(self, name, value)


class Item(Model):
    number, price, shop = Field(), Field(), Field()


ROWS = [{"number": each, "price": each * 7 % 30, "shop": "s%d" % (each % 3)} for each in range(200)]


def work():
    query = Query(Item, ROWS).where(Item.shop == "s1").where(Item.price > 10)
    return short(query), sum(item.price * item.number for item in query)


if __name__ == "__main__":
    run("mapped_objects", __doc__, TURNS, work, (3002264771, 82456))
