# Names of encodings that are no texts, escapes that are cut, names of hosts and rules of time zones that are damaged.
import codecs
import email
import email.policy
import io
import stringprep
import zoneinfo


def tried(read):
    try:
        print(ascii(read()))
    except Exception as error:
        print(type(error).__name__, ascii(str(error)))


for name in "u\0", "u\udc80", "u\0\udc80", "\udc80\0", "x\xe9":
    tried(lambda: b"a".decode(name))
    tried(lambda: "a".encode(name))
    tried(lambda: codecs.lookup(name).name)
    tried(lambda: bytes("a", name))
    tried(lambda: codecs.decode(b"a", name))
message = b"From: A =?u\x00\x00\x00\x80?q?=C3=A9?= <d@e>\n\n"
tried(lambda: email.message_from_bytes(message, policy=email.policy.default).items())

for name in "iso2022_jp", "iso2022_jp_1", "iso2022_jp_2", "iso2022_jp_3", "iso2022_jp_ext", "iso2022_kr":
    for document in b"\x1b$ \x1b$B4A;z", b"\x1b( \x1b$B4A;z", b"\x1b&@\x1b$B4A;z", b"\x1b$xy\x1b$B4A", b"\x1b$ \x1b$@4A", b"\x1b(\x1b$B4A", b"\x1b(F ~a\x1b.F\x1bNa":
        tried(lambda: document.decode(name))
        tried(lambda: document.decode(name, "replace"))

for host in b"xn--xn--fiq228c.abc", b"xn--fiqq228c.abcc", b"xn--", b"xn--fiq228c.":
    tried(lambda: host.decode("idna"))
print([ascii(stringprep.map_table_b2(chr(code))) for code in (0x13eb, 0x10a0, 0x4c0, 0x23d, 0x41, 0x1c90, 0x130, 0x1e9e)])


def zone(rule):
    counts = b"".join(number.to_bytes(4) for number in (0, 0, 0, 0, 1, 4))
    content = b"TZif2" + bytes(15) + counts
    block = bytes(4) + b"\0\0" + b"UTC\0"
    return zoneinfo.ZoneInfo.from_file(io.BytesIO(content + block + content + block + b"\n" + rule + b"\n"), "x").key


RULES = [
    b"EST5EDT,M3.2.0,M11.1.0", b"EST5EDT,M3.2.0/2,M11.1.0/02:00:00", b"<-03>3", b"<+0330>-3:30", b"EST5EDT,M3.\0\x80,M11.1.0",
    b"EST5ED\xc7,M3.2.0,M11.1.0", b"EST5EDT\xfeM3.2.0,M11.1.0", b"\rST5EDT,M3.2.0,M11.1.0", b"EST5EDT,M3.2x0,M11.1.0", b"EST5EDT",
    b"EST", b"EST5EDT,J60,J300", b"EST5EDT4,60/-1,300", b"EST5EDT,M3.2.0", b"EST5EDT,M3.2.0,M11.1.0,", b"E T5", b"EST5EDT,M13.2.0,M11.1.0",
]
for rule in RULES:
    try:
        print(zone(rule))
    except ValueError as error:
        print(rule, type(error).__name__)
