"""JSON encoded and decoded in Python itself: recursion over mixed data, characters, dictionaries.

Independent work, as in a service that reads and writes documents. Every document must come back as
it was; of all texts together a checksum is known.
"""

from support.options import Benchmark
from support.random_stream import RandomStream
from support.workers import Tasks, in_threads

# The number of documents, and the checksum of their texts.
SIZES = {
    "T": (8, 16620376),
    "S": (800, 1395951464),
    "W": (8_000, 13959514640),
    "A": (80_000, 139595146400),
}
ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
TAGS = ("new", "sale", "caf\u00e9", 'big "one"')
UNESCAPES = {'"': '"', "\\": "\\", "/": "/", "n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}


class FormatError(Exception):
    pass


def encode(value):
    parts = []
    encode_value(value, parts)
    return "".join(parts)


def encode_value(value, parts):
    if value is None:
        parts.append("null")
    elif value is True:
        parts.append("true")
    elif value is False:
        parts.append("false")
    elif isinstance(value, str):
        encode_string(value, parts)
    elif isinstance(value, (int, float)):
        parts.append(repr(value))
    elif isinstance(value, list):
        before = "["
        for item in value:
            parts.append(before)
            encode_value(item, parts)
            before = ", "
        parts.append("]" if value else "[]")
    elif isinstance(value, dict):
        before = "{"
        for key, item in value.items():
            parts.append(before)
            encode_string(key, parts)
            parts.append(": ")
            encode_value(item, parts)
            before = ", "
        parts.append("}" if value else "{}")
    else:
        raise FormatError("no JSON for " + repr(value))


def encode_string(text, parts):
    parts.append('"')
    for character in text:
        if character in ESCAPES:
            parts.append(ESCAPES[character])
        elif character < " " or character > "~":
            parts.append("\\u" + format(ord(character), "04x"))
        else:
            parts.append(character)
    parts.append('"')


class Decoder:
    """Reads one text; each method starts and ends where the next character stands."""

    def __init__(self, text):
        self.text = text
        self.place = 0

    def decode(self):
        value = self.value()
        self.skip_blanks()
        if self.place != len(self.text):
            raise FormatError("something after the end")
        return value

    def skip_blanks(self):
        text = self.text
        place = self.place
        while place < len(text) and text[place] in " \n\t\r":
            place += 1
        self.place = place

    def next_character(self):
        self.skip_blanks()
        if self.place == len(self.text):
            raise FormatError("ends too early")
        return self.text[self.place]

    def value(self):
        character = self.next_character()
        if character == "{":
            return self.object()
        if character == "[":
            return self.array()
        if character == '"':
            return self.string()
        for word, value in (("true", True), ("false", False), ("null", None)):
            if self.text.startswith(word, self.place):
                self.place += len(word)
                return value
        return self.number()

    def object(self):
        self.place += 1
        members = {}
        if self.next_character() == "}":
            self.place += 1
            return members
        while True:
            if self.next_character() != '"':
                raise FormatError("a key is a string")
            key = self.string()
            if self.next_character() != ":":
                raise FormatError("a colon after a key")
            self.place += 1
            members[key] = self.value()
            if self.ends("}"):
                return members

    def array(self):
        self.place += 1
        items = []
        if self.next_character() == "]":
            self.place += 1
            return items
        while True:
            items.append(self.value())
            if self.ends("]"):
                return items

    def ends(self, closing):
        """Reads a comma or the closing bracket."""
        character = self.next_character()
        self.place += 1
        if character != closing and character != ",":
            raise FormatError("neither a comma nor " + closing)
        return character == closing

    def string(self):
        text = self.text
        place = self.place + 1
        parts = []
        start = place
        while True:
            if place >= len(text):
                raise FormatError("a string without an end")
            character = text[place]
            if character == '"':
                break
            if character != "\\":
                place += 1
                continue
            parts.append(text[start:place])
            letter = text[place + 1]
            if letter == "u":
                parts.append(chr(int(text[place + 2 : place + 6], 16)))
                place += 6
            else:
                parts.append(UNESCAPES[letter])
                place += 2
            start = place
        parts.append(text[start:place])
        self.place = place + 1
        return "".join(parts)

    def number(self):
        text = self.text
        start = place = self.place
        while place < len(text) and text[place] in "+-.0123456789eE":
            place += 1
        self.place = place
        digits = text[start:place]
        try:
            return int(digits)
        except ValueError:
            pass
        try:
            return float(digits)
        except ValueError:
            raise FormatError("not a value: " + digits) from None


def make_document(number):
    """An order of a shop, with a little of everything."""
    random = RandomStream(number)
    lines = []
    for line in range(1 + random.below(6)):
        lines.append(
            {
                "article": "A-" + str(random.below(10_000)),
                "count": 1 + random.below(9),
                "price": random.below(100_000) / 100,
                "tags": [TAGS[random.below(4)] for _ in range(2)],
                "note": None if line % 2 else "first line\nsecond\tline \\ \u20ac",
            }
        )
    return {
        "id": number * 1_000_003,
        "customer": {"name": "Customer " + str(random.below(500)), "regular": number % 3 == 0},
        "lines": lines,
        "empty": [[], {}, ""],
        "balance": -random.fraction() * 10.0 ** random.below(20),
    }


def checksum(text):
    total = 0
    for place in range(0, len(text), 7):
        total += (place + 1) * ord(text[place])
    return total


def main():
    benchmark = Benchmark("json_codec", __doc__, SIZES)
    count, expected = benchmark.problem
    different = min(count, 200)
    documents = [make_document(number) for number in range(different)]
    tasks = Tasks(count)

    def work(index):
        total = 0
        changed = 0
        number = tasks.take()
        while number is not None:
            document = documents[number % different]
            text = encode(document)
            if Decoder(text).decode() != document:
                changed += 1
            total += checksum(text)
            number = tasks.take()
        return total, changed

    benchmark.start()
    parts = in_threads(benchmark.threads, work)
    benchmark.stop()
    changed = sum([part[1] for part in parts])
    benchmark.equal("the number of documents that did not come back", changed, 0)
    benchmark.equal("the checksum", sum([part[0] for part in parts]), expected)
    benchmark.finish()


if __name__ == "__main__":
    main()
