"""Detection of intruders in a network, as in STAMP: a queue, maps, and short transactions on them.

Threads take fragments of messages from one queue, put each to its message in a shared table, and
look for known attacks in the messages that are complete. The queue's head is what everybody
changes.
"""

from motet import atomic

from support.options import Benchmark
from support.random_stream import RandomStream
from support.workers import in_threads

# The number of messages, and the largest number of fragments of one.
SIZES = {"T": (12, 4), "S": (8_000, 16), "W": (40_000, 24), "A": (200_000, 32)}
# How many of a hundred messages are attacks.
ATTACKS = 10
SIGNATURES = (
    "delete all tables",
    "../../../../secret",
    "overflow" * 4,
    "<script>steal()</script>",
    "pretend to be root",
)
LETTERS = "abcdefghijklmnopqrstuvwxyz ./<>()"
BUCKETS = 1024


class Fragment:
    def __init__(self, message, place, count, text):
        self.message = message
        self.place = place
        self.count = count
        self.text = text


def make_fragments(message_count, most):
    """All fragments in a random order, and which messages are attacks."""
    random = RandomStream(message_count)
    fragments = []
    attacks = []
    for message in range(message_count):
        length = 40 + random.below(200)
        text = "".join([LETTERS[random.below(len(LETTERS))] for _ in range(length)])
        if random.below(100) < ATTACKS:
            place = random.below(length)
            signature = SIGNATURES[random.below(len(SIGNATURES))]
            text = text[:place] + signature + text[place:]
        # Rarely a signature stands there by chance: what counts is what is there.
        if is_attack(text):
            attacks.append(message)
        count = 1 + random.below(most)
        size = (len(text) + count - 1) // count
        pieces = [text[start : start + size] for start in range(0, len(text), size)]
        for place, piece in enumerate(pieces):
            fragments.append(Fragment(message, place, len(pieces), piece))
    random.shuffle(fragments)
    return fragments, attacks


def is_attack(text):
    for signature in SIGNATURES:
        if signature in text:
            return True
    return False


class Queue:
    """First in, first out."""

    def __init__(self, items):
        self.items = items
        self.next = 0

    def take(self):
        """The next item, or None."""
        with atomic:
            place = self.next
            if place == len(self.items):
                return None
            self.next = place + 1
        return self.items[place]


class Assembly:
    """Messages of which some fragments have come, in buckets by their number."""

    def __init__(self):
        self.buckets = [[] for _ in range(BUCKETS)]

    def add(self, fragment):
        """The whole message's text if that was its last fragment, else None."""
        bucket = self.buckets[fragment.message % BUCKETS]
        with atomic:
            for number, (message, pieces) in enumerate(bucket):
                if message == fragment.message:
                    break
            else:
                number = len(bucket)
                pieces = {}
                bucket.append((fragment.message, pieces))
            pieces[fragment.place] = fragment.text
            if len(pieces) < fragment.count:
                return None
            bucket.pop(number)
        return "".join([pieces[place] for place in range(fragment.count)])

    def is_empty(self):
        return not any(self.buckets)


def main():
    benchmark = Benchmark("intruder", __doc__, SIZES)
    fragments, attacks = make_fragments(*benchmark.problem)
    queue = Queue(fragments)
    assembly = Assembly()

    def work(index):
        complete = 0
        found = []
        fragment = queue.take()
        while fragment is not None:
            text = assembly.add(fragment)
            if text is not None:
                complete += 1
                if is_attack(text):
                    found.append(fragment.message)
            fragment = queue.take()
        return complete, found

    benchmark.start()
    parts = in_threads(benchmark.threads, work)
    benchmark.stop()
    complete = sum([part[0] for part in parts])
    found = []
    for part in parts:
        found.extend(part[1])
    benchmark.equal("the number of complete messages", complete, benchmark.problem[0])
    benchmark.check(assembly.is_empty(), "a message remained incomplete")
    benchmark.check(sorted(found) == attacks, "other attacks were found than there are")
    benchmark.finish()


if __name__ == "__main__":
    main()
