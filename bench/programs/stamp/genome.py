"""A gene put together from overlapping pieces, as in STAMP: a hash set, then ever shorter overlaps.

In the first phase all threads put pieces into one set, many of them twice; in the following ones
each links pieces whose end is another's beginning. Buckets of the tables are lists of their own, so
that transactions seldom meet.
"""

from motet import atomic

from support.options import Benchmark
from support.random_stream import RandomStream
from support.workers import Team, share

# The length of the gene, of a piece, and the number of pieces.
SIZES = {
    "T": (60, 16, 120),
    "S": (4_096, 24, 65_536),
    "W": (16_384, 32, 524_288),
    "A": (65_536, 48, 4_194_304),
}
# Pieces that are put into the set in one transaction.
CHUNK = 8


def hash_of(text):
    """The same on every interpreter."""
    value = 5381
    for character in text:
        value = (value * 33 + ord(character)) & 0xFFFFFFFF
    return value


def make_pieces(gene, length, count):
    """Pieces from random places, and from so many regular ones that nothing is missing."""
    random = RandomStream(count)
    last = len(gene) - length
    places = list(range(0, last, length // 4)) + [last]
    while len(places) < count:
        places.append(random.below(last + 1))
    random.shuffle(places)
    return [gene[place : place + length] for place in places]


class Segment:
    """A piece, the one that follows it, and how many letters of both overlap."""

    __slots__ = ("text", "next", "overlap", "has_previous")

    def __init__(self, text):
        self.text = text
        self.next = None
        self.overlap = 0
        self.has_previous = False


class Table:
    """Segments in buckets by the hash of a text."""

    def __init__(self, bucket_count):
        self.buckets = [[] for _ in range(bucket_count)]

    def bucket_of(self, text):
        return self.buckets[hash_of(text) % len(self.buckets)]

    def add_new(self, text):
        """Adds a segment of this text unless there is one."""
        bucket = self.bucket_of(text)
        for segment in bucket:
            if segment.text == text:
                return
        bucket.append(Segment(text))

    def segments(self):
        return [segment for bucket in self.buckets for segment in bucket]


def link(segment, table, overlap):
    """Links a segment to one that begins with its end, if that one has no predecessor."""
    end = segment.text[-overlap:]
    bucket = table.bucket_of(end)
    with atomic:
        for other in bucket:
            if other.has_previous or other is segment or not other.text.startswith(end):
                continue
            segment.next = other
            segment.overlap = overlap
            other.has_previous = True
            return


class Sequencer:
    def __init__(self, team, pieces, length):
        self.team = team
        self.pieces = pieces
        self.length = length
        self.unique = Table(len(pieces))
        self.segments = []

    def deduplicate(self, first, end):
        for start in range(first, end, CHUNK):
            with atomic:
                for piece in self.pieces[start : min(start + CHUNK, end)]:
                    self.unique.add_new(piece)

    def run(self):
        """The gene."""
        self.team.split(len(self.pieces), self.deduplicate)
        self.segments = self.unique.segments()
        open_ends = self.segments
        for overlap in range(self.length - 1, 0, -1):
            open_ends = self.link_all(open_ends, overlap)
            if len(open_ends) == 1:
                break
        return self.assemble()

    def link_all(self, open_ends, overlap):
        """Two phases: a table of beginnings, and links to them. Returns what is not linked yet."""
        table = Table(2 * len(open_ends))
        starts = [segment for segment in self.segments if not segment.has_previous]

        def fill(first, end):
            for segment in starts[first:end]:
                bucket = table.bucket_of(segment.text[:overlap])
                with atomic:
                    bucket.append(segment)

        def search(index):
            first, end = share(len(open_ends), self.team.size, index)
            for segment in open_ends[first:end]:
                link(segment, table, overlap)

        self.team.split(len(starts), fill)
        self.team.run(search)
        return [segment for segment in open_ends if segment.next is None]

    def assemble(self):
        """The texts along the links, from each segment without a predecessor."""
        parts = []
        for segment in self.segments:
            if not segment.has_previous:
                parts.append(segment.text)
                while segment.next is not None:
                    parts.append(segment.next.text[segment.overlap :])
                    segment = segment.next
        return "".join(parts)


def main():
    benchmark = Benchmark("genome", __doc__, SIZES)
    gene_length, length, count = benchmark.problem
    random = RandomStream(gene_length)
    gene = "".join(["acgt"[random.below(4)] for _ in range(gene_length)])
    pieces = make_pieces(gene, length, count)
    team = Team(benchmark.threads)
    sequencer = Sequencer(team, pieces, length)
    benchmark.start()
    found = sequencer.run()
    benchmark.stop()
    team.close()
    benchmark.equal("the number of segments", len(sequencer.segments), len(set(pieces)))
    benchmark.equal("the length", len(found), gene_length)
    benchmark.check(found == gene, "it is another gene")
    benchmark.finish()


if __name__ == "__main__":
    main()
