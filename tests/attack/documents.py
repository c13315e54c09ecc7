"""Attack: damaged documents in front of what reads them (archives, pickles, databases, certificates).

Whole documents are made here and damaged; a case holds the damaged bytes. What a reader gives back
is told by its text, what it raises by the class of the exception.
"""

import array
import bz2
import csv
import datetime
import decimal
import gzip
import io
import json
import lzma
import marshal
import pathlib
import pickle
import plistlib
import random
import sqlite3
import tarfile
import wave
import zipfile
import zlib
from compression import zstd

from values import Expressions

PRELUDE = '''
import array, ast, base64, binascii, bz2, codecs, configparser, contextlib, csv, datetime, email, email.policy, gzip
import html.parser, http.client, http.cookies, io, ipaddress, json, lzma, marshal, netrc, pickle, plistlib, re
import ssl, sqlite3, struct, tarfile, tempfile, tomllib, urllib.parse, uuid, warnings, wave, zipfile, zlib, zoneinfo
import xml.etree.ElementTree as ElementTree
from compression import zstd

warnings.simplefilter("ignore")


def attempt(what, read, document):
    try:
        value = read(document)
    except Exception as error:
        print(what, "|", type(error).__name__)
    else:
        text = ascii(value)
        print(what, zlib.crc32(text.encode()), text[:200])


def archive(document):
    with zipfile.ZipFile(io.BytesIO(document)) as file:
        names = [(item.filename, item.file_size, item.date_time) for item in file.infolist()]
        return names, file.testzip(), [file.read(name) for name in file.namelist()[:5]]


def tape(document):
    with tarfile.open(fileobj=io.BytesIO(document)) as file:
        members = file.getmembers()[:50]
        shown = [(item.name, item.size, item.mode, item.mtime, item.type, item.linkname) for item in members]
        return shown, [file.extractfile(item).read() for item in members if item.isfile() and item.size < 1 << 20]


def database(document):
    connection = sqlite3.connect(":memory:")
    connection.deserialize(document)
    try:
        connection.execute("select name, sql from sqlite_master").fetchall()
        connection.execute("select * from t order by 1").fetchmany(100)
        connection.execute("pragma integrity_check").fetchmany(3)
    except sqlite3.Error:
        # Which damage is found depends on the version of SQLite: no answer is compared.
        pass
    finally:
        connection.close()


def piecewise(decoder):
    def read(document):
        out = []
        for start in range(0, len(document), 7):
            out.append(decoder.decompress(document[start:start + 7]))
        return b"".join(out), decoder.eof, decoder.unused_data
    return read


def answer(document):
    class Connection:
        def makefile(self, mode):
            return io.BytesIO(document)
    response = http.client.HTTPResponse(Connection())
    response.begin()
    return response.status, response.reason, response.getheaders(), response.read()


def tree(document):
    return ElementTree.canonicalize(ElementTree.tostring(ElementTree.fromstring(document)))


def pulled(document):
    parser = ElementTree.XMLPullParser(["start", "end", "start-ns", "comment", "pi"])
    for start in range(0, len(document), 5):
        parser.feed(document[start:start + 5])
    parser.close()
    return [(kind, str(getattr(found, "tag", found))[:30]) for kind, found in parser.read_events()
            if kind not in ("comment", "pi")]


class Tags(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attributes):
        self.found.append((tag, attributes))

    def handle_data(self, data):
        self.found.append(data)


def page(document):
    tags = Tags()
    tags.feed(document.decode("latin-1"))
    tags.close()
    return tags.found


def zone(document):
    where = zoneinfo.ZoneInfo.from_file(io.BytesIO(document), "Some")
    moments = [datetime.datetime(year, month, 1, 12, tzinfo=where) for year in (1900, 1970, 2024, 2100) for month in (1, 7)]
    return [(moment.utcoffset(), moment.dst(), moment.tzname()) for moment in moments]


def unheard(read):
    """Which errors certificates and records of TLS bring is decided otherwise: that the process goes on counts."""
    def tried(document):
        try:
            read(document)
        except (ssl.SSLError, ValueError):
            pass
    return tried


@unheard
def trusted(document):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.load_verify_locations(cadata=document.decode("latin-1"))
    return context.cert_store_stats()


@unheard
def trusted_plain(document):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.load_verify_locations(cadata=document)
    return context.cert_store_stats()


@contextlib.contextmanager
def in_a_file(document):
    """The name of a file that holds the document."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(document)
        file.flush()
        yield file.name


@unheard
def chain(document):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    with in_a_file(document) as name:
        context.load_cert_chain(name, password="secret")


@unheard
def revoked(document):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    with in_a_file(document) as name:
        context.load_verify_locations(name)
        return context.cert_store_stats()


@unheard
def handshake(document):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    incoming = ssl.MemoryBIO()
    connection = context.wrap_bio(incoming, ssl.MemoryBIO(), server_hostname="a")
    incoming.write(document)
    connection.do_handshake()


def sound(document):
    with wave.open(io.BytesIO(document)) as file:
        return file.getparams(), file.readframes(100)


def letter(document):
    message = email.message_from_bytes(document, policy=email.policy.default)
    return message.items(), [part.get_content_type() for part in message.walk()]


def plain_letter(document):
    message = email.message_from_bytes(document)
    return [(name, str(value)) for name, value in message.items()], [part.get_payload(decode=True) for part in message.walk()]


def decoded(name):
    def read(document):
        out = []
        for errors in "strict", "replace", "ignore", "backslashreplace":
            try:
                out.append(document.decode(name, errors))
            except ValueError as error:
                out.append((type(error).__name__, getattr(error, "start", 0), getattr(error, "end", 0)))
            decoder = codecs.getincrementaldecoder(name)(errors)
            try:
                out.append("".join([decoder.decode(document[at:at + 1]) for at in range(len(document))]) + decoder.decode(b"", True))
            except ValueError as error:
                out.append(type(error).__name__)
        return out
    return read


def configured(document):
    parser = configparser.ConfigParser()
    parser.read_string(document.decode("latin-1"))
    return {name: dict(parser[name]) for name in parser}


def rows(document):
    dialect = csv.Sniffer().sniff(document.decode("latin-1"))
    return dialect.delimiter, list(csv.reader(io.StringIO(document.decode("latin-1")), dialect))


def table(document):
    return list(csv.reader(io.StringIO(document.decode("latin-1")), strict=True, skipinitialspace=True))


def shallow(value, depth=0):
    """The text of a value that may hold itself and objects whose texts have addresses."""
    if depth > 5:
        return "..."
    if isinstance(value, (list, tuple)):
        return [type(value).__name__, *(shallow(item, depth + 1) for item in value[:20])]
    if isinstance(value, dict):
        return [type(value).__name__, *((shallow(key, 4), shallow(item, depth + 1)) for key, item in list(value.items())[:20])]
    if isinstance(value, (set, frozenset)):
        return [type(value).__name__, len(value)]
    if isinstance(value, (int, str, bytes, bytearray, float, complex, type(None))):
        return value
    return type(value).__name__


class Careful(pickle.Unpickler):
    """Pickles name anything; what this one finds does no harm."""

    def find_class(self, module, name):
        if module in ("collections", "datetime", "decimal", "array", "copyreg") or (module, name) in SAFE:
            return super().find_class(module, name)
        raise pickle.UnpicklingError(name)


SAFE = {("builtins", name) for name in "set frozenset bytearray complex range slice int list dict object".split()}
SAFE.add(("_codecs", "encode"))


def pickled(document):
    return shallow(Careful(io.BytesIO(document)).load())


class OwnPickles(pickle._Unpickler):
    find_class = Careful.find_class
'''

MORE = '''

def marshalled(document):
    value = marshal.loads(document)
    return shallow(value)


READERS = {
    "zip": archive, "tar": tape, "database": database, "gzip": gzip.decompress, "zlib": zlib.decompress,
    "bz2": bz2.decompress, "lzma": lzma.decompress, "zstd": zstd.decompress, "pickle": pickled,
    "marshal": marshalled, "json": json.loads, "toml": lambda document: tomllib.loads(document.decode()),
    "plist": lambda document: shallow(plistlib.loads(document)), "xml": tree, "pulled": pulled, "html": page, "http": answer,
    "zone": zone, "certificate": trusted, "der": trusted_plain, "tls": handshake, "chain": chain, "revoked": revoked,
    "wave": sound, "mail": letter,
    "plain mail": plain_letter, "ini": configured, "sniffed": rows, "csv": table,
    "zlib pieces": lambda document: piecewise(zlib.decompressobj())(document),
    "bz2 pieces": lambda document: piecewise(bz2.BZ2Decompressor())(document),
    "lzma pieces": lambda document: piecewise(lzma.LZMADecompressor())(document),
    "zstd pieces": lambda document: piecewise(zstd.ZstdDecompressor())(document),
    "cookie": lambda document: http.cookies.SimpleCookie(document.decode("latin-1")).output(),
    "url": lambda document: tuple(urllib.parse.urlsplit(document.decode("latin-1"))),
    "query": lambda document: urllib.parse.parse_qs(document.decode("latin-1"), strict_parsing=True),
    "address": lambda document: str(ipaddress.ip_network(document.decode("latin-1"))),
    "date": lambda document: datetime.datetime.fromisoformat(document.decode("latin-1")).isoformat(),
    "time": lambda document: datetime.time.fromisoformat(document.decode("latin-1")).isoformat(),
    "base64": base64.b64decode, "strict base64": lambda document: binascii.a2b_base64(document, strict_mode=True), "base85": base64.b85decode, "ascii85": base64.a85decode, "base32": base64.b32decode,
    "hex": binascii.unhexlify, "uu": binascii.a2b_uu, "quoted": binascii.a2b_qp,
    "literal": lambda document: shallow(ast.literal_eval(document.decode("latin-1"))),
    "float": lambda document: float(document.decode("latin-1")), "complex": lambda document: complex(document.decode("latin-1")),
    "fromhex": lambda document: float.fromhex(document.decode("latin-1")),
    "struct": lambda document: struct.calcsize(document.decode("latin-1")),
    "format": lambda document: format(-1234.5, document.decode("latin-1")),
    "format text": lambda document: format("texté", document.decode("latin-1")),
    "format number": lambda document: format(-1234567, document.decode("latin-1")),
    "percent": lambda document: document.decode("latin-1") % (5, 2.5, "é"),
    "percent bytes": lambda document: document % (5, 2.5, b"e"),
    "braces": lambda document: document.decode("latin-1").format(5, [2.5], a="é"),
    "pattern": lambda document: [match.span() for match in re.finditer(document.decode("latin-1"), "aab-abc 12\\nxyz_É")],
    "replacement": lambda document: re.sub("(a)(?P<n>b)?", document.decode("latin-1"), "aabz"),
}
'''

ENCODINGS = (
    "utf-8 utf-16 utf-32-be utf-7 big5 big5hkscs cp932 cp949 cp950 euc_jp euc_jis_2004 euc_jisx0213 euc_kr gb2312 gbk"
    " gb18030 hz iso2022_jp iso2022_jp_1 iso2022_jp_2 iso2022_jp_2004 iso2022_jp_3 iso2022_jp_ext iso2022_kr johab"
    " shift_jis shift_jis_2004 shift_jisx0213 cp1255 cp864 mac_turkish raw_unicode_escape punycode idna"
    " utf-8-sig"
).split()
TEXT = "Aß€ 漢字かな中文한국어 ｱ\u0301ÿ~\\x41"


def encoded(name):
    out = TEXT.encode(name, "ignore") if name not in ("idna",) else b"xn--fiq228c.abc"
    return out * 2


def zipped():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        for number, method in enumerate([0, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA]):
            info = zipfile.ZipInfo(f"name{number}é", (2024, 2, 29, 1, 2, 4))
            file.writestr(info, b"content " * 20, method)
    return out.getvalue()


def taped(kind):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=kind) as file:
        for number, content in enumerate([b"", b"short", b"long " * 150]):
            info = tarfile.TarInfo(f"{number}é" * (60 if number == 2 and kind else 1))
            info.size, info.mtime = len(content), 1e9
            file.addfile(info, io.BytesIO(content))
        link = tarfile.TarInfo("link")
        link.type, link.linkname = tarfile.SYMTYPE, "0é"
        file.addfile(link)
    return out.getvalue()[:6000]


def stored():
    connection = sqlite3.connect(":memory:")
    connection.executescript(
        "pragma page_size=512; create table t (a integer primary key, b text, c blob, d real);"
        "create index i on t (b); create view v as select a from t; create table u (x unique) without rowid"
        .replace("without rowid", "")
    )
    connection.executemany("insert into t values (?, ?, ?, ?)", [(n, "é" * n, bytes(3 * n), n / 2) for n in range(12)])
    connection.commit()
    return connection.serialize()


VALUES = [
    1, -(1 << 70), 2.5, "text é", b"bytes", [1, [2, []]], {"a": (1, None), 2: True}, {1}, frozenset([2]), 1j,
    bytearray(b"xy"), ..., "long" * 80,
]
OBJECTS = [
    *VALUES, datetime.datetime(2024, 2, 29, 1), datetime.timedelta(5, 6), decimal.Decimal("1.5"),
    array.array("d", [1.5, 2]), range(3), slice(1, 2),
]
XML = """<?xml version='1.0'?><!DOCTYPE r [<!ENTITY e "t<b/>"><!ATTLIST b k CDATA 'v'>]>
<r a='1' b="2"><!-- c --><?p i?><![CDATA[x]]>&e;&amp;&#9;<x:y xmlns:x='u'>text</x:y></r>""".encode()
MAIL = """From: A <a@b.c>, =?utf-8?q?=C3=A9?= <d@e>
To: "x, y" <z@[1.2.3.4]>; Group: g@h, i@j;
Date: Thu, 29 Feb 2024 01:02:03 +0100
Message-ID: <1@2>
Content-Type: multipart/mixed; boundary="b"; name*0*=utf-8''%C3; name*1=x
Content-Transfer-Encoding: 8bit

--b
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: base64
Content-Disposition: attachment; filename="a b"

w6lhYmM=
--b
Content-Type: text/html
Content-Transfer-Encoding: quoted-printable

=C3=A9=
x
--b--
""".encode()
CERTIFICATE = """-----BEGIN CERTIFICATE-----
MIIBfTCCASOgAwIBAgIUXZbq3cN5mWkJtC0i0v8O2b3mQ1EwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MB4XDTI0MDEwMTAwMDAwMFoXDTM0MDEwMTAw
-----END CERTIFICATE-----
"""


def certificates():
    """A certificate of the machine, or something that looks like one."""
    import ssl

    context = ssl.create_default_context()
    found = sorted(context.get_ca_certs(True), key=len)[:1]
    return ssl.DER_cert_to_PEM_cert(found[0]).encode() if found else CERTIFICATE.encode()


def certificate_files(*names):
    folder = pathlib.Path(__file__).resolve().parent.parent / "programs/net/certificates"
    return [(folder / name).read_bytes() for name in names]


def zone_file():
    """New York's rules, as far as a few moments go."""
    head = b"TZif2" + bytes(15)
    counts = (2, 2, 0, 3, 2, 8)
    block = b"".join(number.to_bytes(4) for number in counts)
    tail = bytes([1, 0, 1]) + (-18000).to_bytes(4, signed=True) + b"\0\0" + (-14400).to_bytes(4, signed=True) + b"\1\4"
    tail += b"EST\0EDT\0" + bytes(4)
    short = b"".join(number.to_bytes(4, signed=True) for number in (-(1 << 31), 0, 100_000_000))
    long = b"".join(number.to_bytes(8, signed=True) for number in (-(1 << 40), 0, 100_000_000))
    return head + block + short + tail + head + block + long + tail + b"\nEST5EDT,M3.2.0,M11.1.0\n"


def sound():
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(8000)
        file.writeframes(bytes(range(40)))
    return out.getvalue()


CONTENT = b"content, content and more of it " * 30
CSV = b'a,b,c\r\n1,"x ""y""\n",3\r\n\'q\',,"z"\r\n4,5,6\r\n'
JSON = json.dumps([1, -2.5e10, "té\n\ud83d\ude00", {"a": [True, None, {}]}, "x\u2028"]).encode()
TOML = b'a = 1\nb = [1.5, "x", {c = true}]\n[d."e f"]\ng = 2024-02-29T01:02:03Z\nh = """\nx\\u00e9"""\n[[i]]\nj=0x1F\nk=\'\'\n'
HTTP = (b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\nX: a\r\n b\r\n\r\n"
        b"5;x=y\r\nabcde\r\n3\r\nxyz\r\n0\r\nT: u\r\n\r\n")
TLS = bytes.fromhex("160303007a020000760303") + bytes(32) + b"\x20" + bytes(32) + bytes.fromhex(
    "130100002e002b0002030400330024001d0020") + bytes(range(32)) + b"\x14\x03\x03\0\1\1\x17\x03\x03\0\x20" + bytes(32)
HTML = b"<!DOCTYPE html><p class=a b='c' d>text &amp; &#233;&copy <br/><script>if (a<b) {}</script><!-- c --><![CDATA[x]]></p>"
INI = b"[a]\nb = c\n d\ne: %(b)s\n; comment\n[DEFAULT]\nf=\n"
PATTERNS = [
    rb"(?P<n>a+?)(?:b|c)*\d{1,2}(?=\n)", rb"(a)(?(1)b|c)[^\W\d_]+|(?<!x)y\b", rb"(?i:\x41)(?s-m:.)*+\N{DIGIT ONE}?",
    rb"(?>a|ab)c\Z|[a-z&&[b]]{2,}?", rb"(?x) a b # c\n|(?:(?:(a))*)+$",
]
DOCUMENTS = {
    "zip": [zipped()], "tar": [taped(kind) for kind in (0, 1, 2)], "database": [stored()],
    "gzip": [gzip.compress(CONTENT, mtime=5), b"\x1f\x8b\x08\x1e\0\0\0\0\0\3\3\0abcname\0comment\0\0\0" + zlib.compress(CONTENT, wbits=-15)],
    "zlib": [zlib.compress(CONTENT), zlib.compress(CONTENT, 0)], "bz2": [bz2.compress(CONTENT), bz2.compress(b"a") * 2],
    "lzma": [lzma.compress(CONTENT), lzma.compress(CONTENT, lzma.FORMAT_ALONE),
             lzma.compress(CONTENT, filters=[{"id": lzma.FILTER_DELTA, "dist": 3}, {"id": lzma.FILTER_LZMA2}])],
    "zstd": [zstd.compress(CONTENT), zstd.compress(CONTENT, options={zstd.CompressionParameter.checksum_flag: 1})],
    "pickle": [pickle.dumps(OBJECTS, protocol) for protocol in range(6)] + [pickle.dumps(one, 4) for one in OBJECTS],
    "marshal": [marshal.dumps(VALUES, version) for version in (0, 1, 2, 3, 4)],
    "json": [JSON], "toml": [TOML], "xml": [XML], "pulled": [XML], "html": [HTML], "http": [HTTP], "zone": [zone_file()],
    "plist": [plistlib.dumps({"a": [1, 2.5, b"x", "é", datetime.datetime(2024, 2, 29)]}, fmt=kind) for kind in plistlib.PlistFormat],
    "certificate": [certificates()], "der": [certificates()], "tls": [TLS],
    "chain": certificate_files("server.pem", "locked.pem", "client.pem"), "revoked": certificate_files("revoked.crl", "ca.pem"),
    "wave": [sound()], "mail": [MAIL],
    "plain mail": [MAIL], "ini": [INI], "sniffed": [CSV], "csv": [CSV],
    "cookie": [b'a=b; c="d\\"\\303"; Path=/; HttpOnly; expires=Thu, 29 Feb 2024'],
    "url": [b"https://u:p@[::1]:80/a;b?c=d#e", b"//host:99999/x"], "query": [b"a=1&b=%C3%A9&c=+&&d"],
    "address": [b"10.0.0.0/8", b"::ffff:1.2.3.4%x/128", b"10.0.0.0/255.0.0.0"],
    "date": [b"2024-02-29T01:02:03.123456+05:30", b"2024-W09-4T0102", b"20240229 24:00"], "time": [b"01:02:03.5-23:59:59.9"],
    "base64": [b"YWJjZGVm\nZ2g="], "base85": [b"VPaz%c%0|"], "ascii85": [b"<~87cURD]i,z~>"], "base32": [b"MFRGGZA="],
    "hex": [b"00ff1a"], "uu": [b"#86)C\n"], "quoted": [b"a=C3=\nb_=\r\n"],
    "literal": [b"[1, -2j, {'a': b'x', (): None}, {1}, 0x1F, 1_000, '\\N{DIGIT ONE}', 1e5+3j]"],
    "float": [b" -1_0.5e-3 ", b"nan", b"infinity", b"1e400"], "complex": [b"(1e5-2.5j)", b"nan+infj"],
    "fromhex": [b"-0x1.8p-3", b"0x.fffffffffffff8p-1022", b"inf"],
    "struct": [b"<3i2xqP0s10p?ef", b"@bBhHiIlLqQnNd"], "format": [b"*>+#20,.3f", b"z=_.4g", b"e%"],
    "format text": [b"*^20.3s"], "format number": [b"#_x", b"+,d", b"c", b"020n"],
    "percent": [b"%-5d|%+.2e|%10.3r", b"%#x %%%c %*d", b"%(a)s"], "percent bytes": [b"%d %5.1f %b", b"%a %r %%%s"],
    "braces": [b"{0!r:>{1[0]}} {a}", b"{0.real} {1[0]!s:{0}} {{}}"],
    "pattern": PATTERNS, "replacement": [rb"\g<n>\1\x\\\g<1>\n"],
}
PIECES = {"zlib": "zlib pieces", "bz2": "bz2 pieces", "lzma": "lzma pieces", "zstd": "zstd pieces",
          "base64": "strict base64"}
SHORT = 120
ODD = [0, 1, 0x7F, 0x80, 0xFE, 0xFF, 0x20, 0x0A, 0x30, 0x25, 0x2A, 0x7B, 0x28]


def damaged(numbers, document, others):
    content = bytearray(document)
    for _ in range(numbers.choice([1, 1, 1, 2, 3, 8])):
        place = numbers.randrange(len(content) + 1)
        match numbers.randrange(9):
            case 0 | 1 if content:
                content[place % len(content)] = numbers.choice(ODD)
            case 2 if content:
                content[place % len(content)] ^= 1 << numbers.randrange(8)
            case 3 if content:
                content[place % len(content)] = numbers.randrange(256)
            case 4:
                del content[place:place + numbers.randrange(1, 5)]
            case 5:
                content[place:place] = content[place:place + numbers.randrange(1, 9)]
            case 6:
                content[place:place + 4] = numbers.choice([b"\xff\xff\xff\xff", b"\xff\xff\xff\x7f", bytes(4), b"\0\0\0\x80"])
            case 7:
                other = numbers.choice(others)
                start = numbers.randrange(len(other) + 1)
                content[place:place + 8] = other[start:start + numbers.randrange(1, 20)]
            case 8 if numbers.random() < 0.3:
                del content[place:]
    return bytes(content)


def case(seed):
    numbers = random.Random(seed)
    statements = []
    for _ in range(25):
        if numbers.random() < 0.25:
            name = numbers.choice(ENCODINGS)
            whole, reader = [encoded(name)], f"decoded({name!r})"
        else:
            kind = numbers.choice(sorted(DOCUMENTS))
            whole = DOCUMENTS[kind]
            name = PIECES.get(kind, kind) if numbers.random() < 0.5 else kind
            reader = f"READERS[{name!r}]"
        document = damaged(numbers, numbers.choice(whole), whole)
        if name.startswith("format"):
            # CPython takes a kind of zero for none.
            document = document.replace(b"\0", b"0")
        statements.append(f"attempt({name!r}, {reader}, {document!r})\n")
    return statements


def prelude():
    return PRELUDE + MORE
