# PyMySQL against a small server of ours that speaks MySQL's protocol: handshake, queries, errors, escapes.
import socketserver
import struct
import threading

import pymysql
import pymysql.cursors


def text(value):
    return bytes([len(value)]) + value


class Server(socketserver.StreamRequestHandler):
    def send(self, body):
        self.wfile.write(struct.pack("<I", len(body))[:3] + bytes([self.number]) + body)
        self.number = (self.number + 1) % 256

    def receive(self):
        head = self.rfile.read(4)
        if len(head) < 4:
            return None
        self.number = (head[3] + 1) % 256
        return self.rfile.read(int.from_bytes(head[:3], "little"))

    def handle(self):
        self.number = 0
        capabilities = 0x0008A20D | 0x200
        self.send(b"\x0a5.7.0\0" + struct.pack("<I", 7) + b"abcdefgh\0" + struct.pack("<H", capabilities & 0xFFFF)
                  + b"\x2d" + struct.pack("<H", 2) + struct.pack("<H", capabilities >> 16) + b"\x15" + bytes(10)
                  + b"ijklmnopqrst\0mysql_native_password\0")
        self.receive()
        ok = b"\0\x01\x05\x02\0\0\0"
        self.send(ok)
        while body := self.receive():
            if body[0] == 1:
                return
            query = body[1:].decode()
            asked.append(query)
            if "wrong" in query:
                self.send(b"\xff" + struct.pack("<H", 1064) + b"#42000You have an error")
            elif query.startswith("SELECT"):
                self.send(b"\x03")
                for name, kind, charset in (b"id", 3, 63), (b"title", 253, 45), (b"price", 246, 63):
                    self.send(text(b"def") + text(b"") + text(b"b") + text(b"b") + text(name) + text(name) + b"\x0c"
                              + struct.pack("<HIBHB", charset, 99, kind, 0, 2) + b"\0\0")
                self.send(b"\xfe\0\0\x02\0")
                self.send(text(b"1") + text("Zoë".encode()) + text(b"2.50"))
                self.send(text(b"2") + b"\xfb" + text(b"3.00"))
                self.send(b"\xfe\0\0\x02\0")
            else:
                self.send(ok)


asked = []
socketserver.ThreadingTCPServer.daemon_threads = True
server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
place = dict(host="127.0.0.1", port=server.server_address[1], user="u", password="p")
with pymysql.connect(**place, cursorclass=pymysql.cursors.DictCursor) as connection:
    print(connection.get_server_info())
    with connection.cursor() as cursor:
        print(cursor.execute("SELECT * FROM b WHERE id > %s AND t IN %s", (0, ["a'b", None])))
        print(cursor.fetchone(), cursor.fetchall())
        print(cursor.execute("INSERT INTO b VALUES (%(a)s)", {"a": b"\x00'"}), cursor.lastrowid)
        try:
            cursor.execute("wrong")
        except pymysql.err.ProgrammingError as error:
            print(error.args)
    connection.commit()
print(asked)
print(pymysql.converters.escape_string('a"b\\c\n'), pymysql.converters.escape_item(1.5, "utf8"))
server.shutdown()
server.server_close()
