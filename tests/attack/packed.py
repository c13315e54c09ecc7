"""The places of packed code (packing.rs of the bytecode), and the checksum in front of it."""

import struct

MASK = (1 << 64) - 1


def checksum(content):
    """SipHash with one and three rounds and no key: what Rust's `DefaultHasher` computes."""
    v0, v1, v2, v3 = 0x736F6D6570736575, 0x646F72616E646F6D, 0x6C7967656E657261, 0x7465646279746573
    whole = len(content) // 8 * 8
    last = len(content) << 56 & MASK | int.from_bytes(content[whole:], "little")
    words = [*struct.unpack(f"<{whole // 8}Q", content[:whole]), last]
    for word in [*words, None]:
        rounds = 1
        if word is None:
            v2 ^= 0xFF
            rounds = 3
        else:
            v3 ^= word
        for _ in range(rounds):
            v0 = v0 + v1 & MASK
            v1 = (v1 << 13 | v1 >> 51) & MASK ^ v0
            v0 = (v0 << 32 | v0 >> 32) & MASK
            v2 = v2 + v3 & MASK
            v3 = (v3 << 16 | v3 >> 48) & MASK ^ v2
            v0 = v0 + v3 & MASK
            v3 = (v3 << 21 | v3 >> 43) & MASK ^ v0
            v2 = v2 + v1 & MASK
            v1 = (v1 << 17 | v1 >> 47) & MASK ^ v2
            v2 = (v2 << 32 | v2 >> 32) & MASK
        if word is not None:
            v0 ^= word
    return (v0 ^ v1 ^ v2 ^ v3).to_bytes(8, "little")


def length_of(number):
    """The bytes of a length."""
    packed = b""
    while number >= 0x80:
        packed += bytes([number & 0x7F | 0x80])
        number >>= 7
    return packed + bytes([number])


class Places:
    """Where the parts of packed code lie: `words` (the start of each instruction word), `tables`
    (start and end of each exception table), `counts` (each count of registers), `lists` (of each list
    of constants or names: where its length stands, and start and end of each part), `bodies` (of
    each body: where its length stands, start and end)."""

    def __init__(self, packed):
        self.packed, self.at = packed, 0
        self.words, self.tables, self.counts, self.kinds = [], [], [], []
        self.lists, self.bodies = [], []
        self.text()
        self.code()

    def resized(self, changed, at):
        """Packed code whose part that begins at a place has got another length, with the lengths of
        the bodies around that place."""
        longer = len(changed) - len(self.packed)
        for place, start, end in sorted(self.bodies, reverse=True):
            if start <= at < end:
                before, after = length_of(end - start), length_of(end - start + longer)
                changed = changed[:place] + after + changed[place + len(before):]
                longer += len(after) - len(before)
        return changed

    def number(self):
        number = shift = 0
        while True:
            byte = self.packed[self.at]
            self.at += 1
            number |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return number

    def text(self):
        length = self.number()
        self.at += length

    def list(self, part):
        place, parts = self.at, []
        for _ in range(self.number()):
            start = self.at
            part()
            parts.append((start, self.at))
        self.lists.append((place, parts))

    def texts(self):
        self.list(self.text)

    def code(self):
        self.text()
        self.text()
        self.kinds += range(self.at, self.at + 3)
        self.at += 3
        self.number()
        self.kinds += range(self.at, self.at + 5)
        self.at += 5
        self.texts()
        self.counts.append(self.at)
        self.number()
        self.texts()
        self.texts()
        count = self.number()
        place = self.at
        length = self.number()
        self.bodies.append((place, self.at, self.at + length))
        self.words += range(self.at, self.at + 4 * count, 4)
        self.at += 4 * count
        self.list(self.constant)
        for _ in range(4):
            self.texts()
        count, start = self.number(), self.at
        for _ in range(4 * count):
            self.number()
        if count:
            self.tables.append((start, self.at))
        for _ in range(4 * self.number()):
            self.number()
        self.at += 1
        if self.packed[self.at - 1]:
            self.text()

    def constant(self):
        kind = self.packed[self.at]
        self.at += 1
        match kind:
            case 1:
                self.at += 1
            case 3:
                self.number()
            case 4 | 7 | 8:
                self.text()
            case 5 | 6:
                self.at += 8
            case 9:
                for _ in range(self.number()):
                    self.constant()
            case 10:
                self.code()
