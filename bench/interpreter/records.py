"""Classes as records: equality, hashes, order, representation, copies with changes."""

from support.repeated import run

TURNS = {"T": 1, "S": 240, "W": 2400, "A": 24000}


class Record:
    __slots__ = ("name", "amount", "tags")

    def __init__(self, name, amount, tags=()):
        self.name = name
        self.amount = amount
        self.tags = tags

    def __eq__(self, other):
        if not isinstance(other, Record):
            return NotImplemented
        return (self.name, self.amount, self.tags) == (other.name, other.amount, other.tags)

    def __hash__(self):
        return hash((self.name, self.amount))

    def __lt__(self, other):
        return self.amount < other.amount

    def __repr__(self):
        return f"Record({self.name!r}, {self.amount!r})"

    def replaced(self, **changes):
        fields = {"name": self.name, "amount": self.amount, "tags": self.tags}
        fields.update(changes)
        return Record(**fields)


def work():
    records = [Record(f"r{number % 50}", number % 40) for number in range(400)]
    different = set(records)
    changed = [record.replaced(amount=record.amount + 1) for record in records]
    equal = sum(left == right for left, right in zip(records, changed[1:]))
    smallest = min(records, key=lambda record: (record.amount, record.name))
    longest = max(len(repr(record)) for record in records)
    ordered = sorted(changed)
    return len(different), equal, smallest.name, longest, ordered[-1].amount


if __name__ == "__main__":
    run("records", __doc__, TURNS, work, (200, 0, "r0", 17, 40))
