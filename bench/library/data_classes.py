"""dataclasses: instances made, compared, replaced and sorted."""

from dataclasses import asdict, dataclass, field, replace

from support.packages import short
from support.repeated import run

TURNS = {"T": 1, "S": 1100, "W": 5500, "A": 55000}

@dataclass(order=True)
class Item:
    price: int
    name: str = field(compare=False)
    tags: list = field(default_factory=list, compare=False)


@dataclass(frozen=True, slots=True)
class Place:
    shop: str
    row: int


def work():
    items = [Item(number * 7 % 50, "item %d" % number) for number in range(200)]
    changed = [replace(item, price=item.price + 1) for item in items]
    places = {Place("shop", number % 10): item for number, item in enumerate(sorted(changed))}
    return short([asdict(item) for item in places.values()], items[0] < changed[0])


if __name__ == "__main__":
    run("data_classes", __doc__, TURNS, work, 1901300553)
