"""Reservations of cars, rooms and flights, as in STAMP: tables as trees, and long transactions.

A customer's request looks at some offers and books the dearest of each kind that is free; others
give up all that they have booked; now and then prices and numbers of offers change. Each request is
atomic.
"""

from motet import atomic

from support.options import Benchmark
from support.random_stream import RandomStream
from support.workers import in_threads, share

# The number of offers of each kind, which is also that of customers, and of requests.
SIZES = {
    "T": (20, 60),
    "S": (1_024, 24_000),
    "W": (16_384, 120_000),
    "A": (65_536, 1_000_000),
}
# As STAMP's configuration with high contention: how many offers a request looks at, from how many
# of a hundred it chooses, and how many requests of a hundred are those of customers who book.
LOOKS = 4
CHOICE = 60
BOOKING = 90
KINDS = ("car", "room", "flight")


class Node:
    __slots__ = ("key", "value", "weight", "left", "right")

    def __init__(self, key, value):
        self.key = key
        self.value = value
        # Any numbers without order do, if they are the same in each run.
        self.weight = (key * 2654435761 + 12345) & 0xFFFFFFFF
        self.left = None
        self.right = None


class Tree:
    """A table: a search tree, balanced because it is a heap by the nodes' weights (a treap)."""

    def __init__(self):
        self.root = None

    def find(self, key):
        node = self.root
        while node is not None:
            if key == node.key:
                return node.value
            node = node.left if key < node.key else node.right
        return None

    def insert(self, key, value):
        """The key is new."""
        self.root = self._insert(self.root, Node(key, value))

    def _insert(self, node, new):
        if node is None:
            return new
        if new.key < node.key:
            child = self._insert(node.left, new)
            if node.left is not child:
                node.left = child
            if child.weight > node.weight:
                node.left = child.right
                child.right = node
                return child
        else:
            child = self._insert(node.right, new)
            if node.right is not child:
                node.right = child
            if child.weight > node.weight:
                node.right = child.left
                child.left = node
                return child
        return node

    def remove(self, key):
        """The key is there."""
        parent = None
        node = self.root
        while node.key != key:
            parent = node
            node = node.left if key < node.key else node.right
        rest = self._merge(node.left, node.right)
        if parent is None:
            self.root = rest
        elif parent.left is node:
            parent.left = rest
        else:
            parent.right = rest

    def _merge(self, left, right):
        if left is None:
            return right
        if right is None:
            return left
        if left.weight > right.weight:
            left.right = self._merge(left.right, right)
            return left
        right.left = self._merge(left, right.left)
        return right

    def items(self):
        found = []
        waiting = [self.root]
        while waiting:
            node = waiting.pop()
            if node is not None:
                found.append((node.key, node.value))
                waiting.append(node.left)
                waiting.append(node.right)
        return found


class Offer:
    """So many places at a price."""

    def __init__(self, places, price):
        self.places = places
        self.free = places
        self.price = price


class Customer:
    def __init__(self):
        # (kind, number, price) of all that the customer has booked.
        self.bookings = []


class Agency:
    """The tables; every method is called in a transaction."""

    def __init__(self, count):
        random = RandomStream(count)
        self.offers = {kind: Tree() for kind in KINDS}
        self.customers = Tree()
        numbers = list(range(count))
        for kind in KINDS:
            random.shuffle(numbers)
            for number in numbers:
                offer = Offer(100 * (1 + random.below(5)), 50 + 10 * random.below(5))
                self.offers[kind].insert(number, offer)
        random.shuffle(numbers)
        for number in numbers:
            self.customers.insert(number, Customer())

    def book(self, number, wishes):
        """Books the dearest free offer of each kind among the wishes; how many that were."""
        best = {}
        for kind, offer_number in wishes:
            offer = self.offers[kind].find(offer_number)
            if offer is not None and offer.free > 0:
                if kind not in best or offer.price > best[kind][0].price:
                    best[kind] = (offer, offer_number)
        if not best:
            return 0
        customer = self.customers.find(number)
        if customer is None:
            customer = Customer()
            self.customers.insert(number, customer)
        for kind, (offer, offer_number) in best.items():
            offer.free -= 1
            customer.bookings.append((kind, offer_number, offer.price))
        return len(best)

    def give_up(self, number):
        """Removes a customer and all bookings; how many that were."""
        customer = self.customers.find(number)
        if customer is None:
            return 0
        for kind, offer_number, _ in customer.bookings:
            self.offers[kind].find(offer_number).free += 1
        self.customers.remove(number)
        return len(customer.bookings)

    def change(self, changes):
        """More places at a new price, or fewer: never fewer than are booked."""
        for kind, number, price in changes:
            offer = self.offers[kind].find(number)
            if price is None:
                if offer is not None and offer.free >= 100:
                    offer.places -= 100
                    offer.free -= 100
                    if offer.places == 0:
                        self.offers[kind].remove(number)
            elif offer is None:
                self.offers[kind].insert(number, Offer(100, price))
            else:
                offer.places += 100
                offer.free += 100
                if offer.price != price:
                    offer.price = price


def serve(agency, random, requests, count):
    """Some customers' requests: how many bookings were made, and how many given up."""
    booked = 0
    given_up = 0
    choice = max(1, count * CHOICE // 100)
    for _ in range(requests):
        action = random.below(100)
        number = random.below(choice)
        if action < BOOKING:
            wishes = [(KINDS[random.below(3)], random.below(choice)) for _ in range(LOOKS)]
            with atomic:
                done = agency.book(number, wishes)
            booked += done
        elif action % 2:
            with atomic:
                done = agency.give_up(number)
            given_up += done
        else:
            changes = []
            for _ in range(LOOKS):
                price = 50 + 10 * random.below(5) if random.below(2) else None
                changes.append((KINDS[random.below(3)], random.below(choice), price))
            with atomic:
                agency.change(changes)
    return booked, given_up


def check(benchmark, agency, booked, given_up):
    """What customers have booked must be what offers lack."""
    bookings = {}
    total = 0
    for _, customer in agency.customers.items():
        for kind, number, _ in customer.bookings:
            bookings[kind, number] = bookings.get((kind, number), 0) + 1
            total += 1
    benchmark.equal("the number of bookings", total, booked - given_up)
    for kind in KINDS:
        for number, offer in agency.offers[kind].items():
            taken = bookings.pop((kind, number), 0)
            benchmark.equal(f"what is booked of {kind} {number}", taken, offer.places - offer.free)
            benchmark.check(offer.free >= 0, f"{kind} {number} is overbooked")
    benchmark.equal("the number of offers that are gone but booked", len(bookings), 0)


def main():
    benchmark = Benchmark("vacation", __doc__, SIZES)
    count, requests = benchmark.problem
    agency = Agency(count)

    def work(index):
        first, end = share(requests, benchmark.threads, index)
        return serve(agency, RandomStream(index), end - first, count)

    benchmark.start()
    parts = in_threads(benchmark.threads, work)
    benchmark.stop()
    booked = sum([part[0] for part in parts])
    check(benchmark, agency, booked, sum([part[1] for part in parts]))
    benchmark.check(booked > 0, "nothing was booked")
    benchmark.finish()


if __name__ == "__main__":
    main()
