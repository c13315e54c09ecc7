"""Makes `tables.xz`: asks the codecs of the Python that runs this what each code means.

    python3.14 crates/motet-charsets/make_tables.py

The form of the file is told in `src/tables.rs`, which reads it. `0` stands for a code without
meaning, a number from 0x110000 on for an entry of the table's list of pairs of characters, the two
numbers before the last of three bytes for a code whose error has two bytes and for a byte that
begins a longer code.
"""

import codecs
import lzma
import struct
from pathlib import Path

MULTIBYTE = (
    "gb2312 gbk gb18030 big5hkscs cp932 shift_jis euc_jp euc_jisx0213 shift_jisx0213 euc_jis_2004 "
    "shift_jis_2004 cp949 euc_kr johab big5 cp950"
).split()
# Names with the charsets that they designate: the mark (with 128 where characters have two bytes)
# and the place (G0, G1, G2).
WIDE = 128
ESCAPED = {
    "iso2022_kr": [(ord("C") | WIDE, 1)],
    "iso2022_jp": [(ord("B") | WIDE, 0), (ord("J"), 0), (ord("@") | WIDE, 0)],
    "iso2022_jp_1": [
        (ord("B") | WIDE, 0), (ord("D") | WIDE, 0), (ord("J"), 0), (ord("@") | WIDE, 0),
    ],
    "iso2022_jp_2": [
        (ord("B") | WIDE, 0), (ord("D") | WIDE, 0), (ord("C") | WIDE, 0), (ord("A") | WIDE, 0),
        (ord("J"), 0), (ord("@") | WIDE, 0), (ord("A"), 2), (ord("F"), 2),
    ],
    "iso2022_jp_2004": [(ord("B") | WIDE, 0), (ord("Q") | WIDE, 0), (ord("P") | WIDE, 0)],
    "iso2022_jp_3": [(ord("B") | WIDE, 0), (ord("O") | WIDE, 0), (ord("P") | WIDE, 0)],
    "iso2022_jp_ext": [
        (ord("B") | WIDE, 0), (ord("D") | WIDE, 0), (ord("J"), 0), (ord("I"), 0),
        (ord("@") | WIDE, 0),
    ],
}
ALL = [code for code in range(0x110000) if not 0xD800 <= code < 0xE000]
UNKNOWN, LONG_ERROR, LEAD = 0, 0xFFFFFE, 0xFFFFFF

pairs = {}


def taken_pairs():
    """The list of pairs of a table that is complete."""
    made = struct.pack("<H", len(pairs)) + b"".join(sized(text.encode()) for text in pairs)
    pairs.clear()
    return made


def number(text):
    if len(text) == 1:
        return ord(text)
    return 0x110000 + pairs.setdefault(text, len(pairs))


def meaning(decode, code):
    """The number for a code, and the text that it stands for, if it is whole."""
    try:
        text = decode(code)[0]
    except UnicodeDecodeError as error:
        if error.reason.startswith("incomplete"):
            return LEAD, None
        return (LONG_ERROR if error.end - error.start == 2 else UNKNOWN), None
    return number(text), text


def packed(numbers):
    """The lower two bytes of each number, then the third of each."""
    low = struct.pack(f"<{len(numbers)}H", *[number & 0xFFFF for number in numbers])
    return low + bytes([number >> 16 for number in numbers])


def sized(data):
    return bytes([len(data)]) + data


def exceptions(encode, known):
    """Where encoding is not the reverse of the tables; no code if a character has none."""
    found = []
    for code in ALL:
        text = chr(code)
        now = encode(text)
        if now != known.get(text, b""):
            found.append((text, now))
    for text, code in known.items():
        if len(text) > 1:
            assert encode(text) == code, (text, code)
    made = struct.pack("<H", len(found))
    for text, code in found:
        made += sized(text.encode()) + sized(code)
    return made


def multibyte(name):
    codec = codecs.lookup(name)
    known = {}

    def ask(code):
        value, text = meaning(codec.decode, code)
        if text is not None:
            known.setdefault(text, code)
        return value

    singles = [ask(bytes([byte])) for byte in range(256)]
    parts = [name.encode().ljust(16, b"\0"), packed(singles)]
    for lead in range(0x80, 256):
        row = [ask(bytes([lead, trail])) for trail in range(0x20, 256)]
        parts.append(packed([UNKNOWN if value == LEAD else value for value in row]))
    longer = name.startswith("euc_j")
    parts.append(bytes([longer]))
    if longer:
        for second in range(0xA1, 0xFF):
            parts.append(packed([ask(bytes([0x8F, second, third])) for third in range(0xA1, 0xFF)]))
    parts.append(taken_pairs())

    def encode(text):
        made = codec.encode(text, "ignore")[0]
        # Codes that are reckoned are not in the tables.
        return b"" if len(made) > 3 else made

    parts.append(exceptions(encode, known))
    return b"".join(parts)


def four_bytes():
    """The runs of characters of gb18030's codes of four bytes."""
    decode = codecs.lookup("gb18030").decode
    runs = []
    for linear in range(126 * 10 * 126 * 10):
        if linear >= 39420 and not 0x2E248 <= linear < 0x2E248 + 0x100100:
            continue
        rest, last = divmod(linear, 10)
        rest, third = divmod(rest, 126)
        first, second = divmod(rest, 10)
        code = bytes([0x81 + first, 0x30 + second, 0x81 + third, 0x30 + last])
        try:
            character = ord(decode(code)[0])
        except UnicodeDecodeError:
            continue
        if runs and runs[-1][0] + runs[-1][2] == linear and runs[-1][1] + runs[-1][2] == character:
            runs[-1][2] += 1
        else:
            runs.append([linear, character, 1])
    return struct.pack("<H", len(runs)) + b"".join(struct.pack("<3I", *run) for run in runs)


def escape(mark, place):
    if place == 2:
        return b"\x1b." + bytes([mark])
    if not mark & WIDE:
        return b"\x1b(" + bytes([mark])
    if place == 1:
        return b"\x1b$)" + bytes([mark & 127])
    return b"\x1b$" + (b"" if mark & 127 in b"@B" else b"(") + bytes([mark & 127])


charsets = {}


def charset(decode, mark, place):
    """The number of a charset, and what its codes mean."""
    begin = escape(mark, place) + (b"\x0e" if place == 1 else b"")
    known, numbers = {}, []
    seconds = range(0x21, 0x7F) if mark & WIDE else [None]
    firsts = range(0x21, 0x7F) if mark & WIDE else range(0x20, 0x80)
    for first in firsts:
        for second in seconds:
            code = bytes([first] if second is None else [first, second])
            value, text = meaning(decode, begin + (b"\x1bN" if place == 2 else b"") + code)
            assert value != LEAD
            # The position of the error counts the escape too.
            numbers.append(UNKNOWN if text is None else value)
            if text is not None:
                known.setdefault(text, code)
    content = bytes([bool(mark & WIDE)]) + packed(numbers) + taken_pairs()
    return charsets.setdefault(content, len(charsets)), known


def escaped(name, designated):
    codec = codecs.lookup(name)
    known = {chr(code): bytes([255, code]) for code in range(128)}
    made = name.encode().ljust(16, b"\0") + bytes([len(designated)])
    for place, (mark, where) in enumerate(designated):
        which, codes = charset(codec.decode, mark, where)
        made += bytes([mark, where, which])
        for text, code in codes.items():
            known.setdefault(text, bytes([place]) + code)

    def encode(text):
        whole = codec.encode(text, "ignore")[0]
        if text < "\x80" or not whole or whole[0] != 0x1B:
            return bytes([255]) + whole if whole else b""
        for place, (mark, where) in enumerate(designated):
            begin = escape(mark, where)
            if whole.startswith(begin):
                code = whole[len(begin) + (where == 1):][: 1 + bool(mark & WIDE)]
                assert where != 2
                return bytes([place]) + code
        raise AssertionError((name, text, whole))

    return made + exceptions(encode, known)


def main():
    parts = [multibyte(name) for name in MULTIBYTE]
    coded = [escaped(name, designated) for name, designated in ESCAPED.items()]
    runs = four_bytes()
    made = bytes([len(parts)]) + b"".join(parts) + runs
    made += bytes([len(charsets)]) + b"".join(charsets)
    made += bytes([len(coded)]) + b"".join(coded)
    data = lzma.compress(made, preset=9 | lzma.PRESET_EXTREME)
    (Path(__file__).parent / "tables.xz").write_bytes(data)
    print(len(charsets), "charsets", len(made), "bytes", len(data))


main()
