# pg8000 against a small server of ours that speaks PostgreSQL's protocol, version 3; its converters and SQL helpers.
import socketserver
import struct
import threading
from datetime import date, datetime, timedelta
from decimal import Decimal

import pg8000.dbapi
import pg8000.native
from pg8000.converters import identifier, literal

ROWS = [("1", "Emma", "5.25", "2020-02-29"), ("2", None, "7.00", None)]
TYPES = [("id", 23), ("title", 25), ("price", 1700), ("printed", 1082)]


class Server(socketserver.StreamRequestHandler):
    def send(self, kind, body=b""):
        self.wfile.write(kind + struct.pack("!i", len(body) + 4) + body)

    def handle(self):
        size = struct.unpack("!i", self.rfile.read(4))[0]
        self.rfile.read(size - 4)
        self.send(b"R", struct.pack("!i", 0))
        self.send(b"S", b"server_version\x0016.0\x00")
        self.send(b"S", b"client_encoding\x00UTF8\x00")
        self.send(b"Z", b"I")
        text = b""
        while kind := self.rfile.read(1):
            body = self.rfile.read(struct.unpack("!i", self.rfile.read(4))[0] - 4)
            if kind == b"X":
                return
            if kind in b"PQ":
                text = body.split(b"\0")[1 if kind == b"P" else 0]
                asked.append(text.decode())
                if b"wrong" in text:
                    self.send(b"E", b"SERROR\0C42601\0Msyntax error\0\0")
                    if kind == b"Q":
                        self.send(b"Z", b"I")
                    continue
            if kind == b"P":
                self.send(b"1")
            elif kind == b"B":
                self.send(b"2")
            elif kind == b"C":
                self.send(b"3")
            elif kind == b"S":
                self.send(b"Z", b"I")
            elif kind == b"D" and b"select" in text:
                self.describe()
            elif kind == b"D":
                self.send(b"n")
            elif kind in b"EQ":
                if b"select" in text:
                    if kind == b"Q":
                        self.describe()
                    self.rows()
                    self.send(b"C", b"SELECT 2\0")
                else:
                    self.send(b"C", b"BEGIN\0" if b"begin" in text else b"INSERT 0 1\0")
                if kind == b"Q":
                    self.send(b"Z", b"I")

    def describe(self):
        body = struct.pack("!h", len(TYPES))
        for name, oid in TYPES:
            body += name.encode() + b"\0" + struct.pack("!ihihih", 0, 0, oid, -1, -1, 0)
        self.send(b"T", body)

    def rows(self):
        for row in ROWS:
            body = struct.pack("!h", len(row))
            for value in row:
                body += struct.pack("!i", -1) if value is None else struct.pack("!i", len(value)) + value.encode()
            self.send(b"D", body)


asked = []
socketserver.ThreadingTCPServer.daemon_threads = True
server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
place = dict(host="127.0.0.1", port=server.server_address[1], ssl_context=False)
connection = pg8000.native.Connection("user", **place)
print(connection.run("select * from book where id > :id", id=0))
print([column["name"] for column in connection.columns], connection.row_count)
try:
    connection.run("wrong")
except pg8000.native.DatabaseError as error:
    print(error)
connection.close()
with pg8000.dbapi.connect("user", **place) as connection:
    cursor = connection.cursor()
    cursor.execute("select * from book where id = %s", (1,))
    print(cursor.fetchone(), cursor.fetchall(), [d[0] for d in cursor.description])
    cursor.execute("insert into book values (%s, %s)", (3, "x"))
    connection.commit()
print(asked)
print(literal("O'Brien"), literal([1, None, "a"]), literal(Decimal("1.5")), literal(date(2020, 1, 2)))
print(literal(timedelta(days=1, seconds=2)), literal(datetime(2020, 1, 2, 3, 4)), identifier("a b"))
server.shutdown()
server.server_close()
