"""Attack: damaged packets. Servers and clients get TLS records, handshakes and messages of HTTP that are
damaged on the way; each such connection may fail, and all others are served as before.

    this program ──▶ damaged requests ──▶ servers of the victim: HTTP, TLS, asyncio, asyncio with TLS
                 ◀── connects ────────── clients of the victim (http.client, urllib, asyncio), told so by its standard input
                 ──▶ damaged answers ──▶

A case is what was sent over one connection, piece by piece. A case that ends the victim, or after which a good
request gets no answer, is sent again to a new victim, made smaller while it still has that effect, and kept.
"""

import contextlib
import json
import os
import select
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import time

from support import Attack

CERTIFICATES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../programs/net/certificates")

VICTIM = r'''
import asyncio, http.client, http.server, os, socket, ssl, sys, threading, urllib.request, warnings

warnings.simplefilter("ignore")
sys.stderr.reconfigure(errors="backslashreplace")
folder = sys.argv[1]
server_context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
server_context.load_cert_chain(folder + "/server.pem")
server_context.set_alpn_protocols(["http/1.1"])
client_context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
client_context.check_hostname = False
client_context.verify_mode = ssl.CERT_NONE
checking_context = ssl.create_default_context(cafile=folder + "/ca.pem")


class Pages(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 0.2

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Length", "4")
        self.end_headers()
        self.wfile.write(b"page")

    def do_POST(self):
        body = self.rfile.read(min(int(self.headers.get("Content-Length", 0)), 100000))
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    context = None

    def finish_request(self, request, address):
        if self.context is not None:
            request.settimeout(0.2)
            request = self.context.wrap_socket(request, server_side=True)
        super().finish_request(request, address)

    def handle_error(self, request, address):
        if not isinstance(sys.exception(), (OSError, ValueError, EOFError)):
            super().handle_error(request, address)


def serve(context):
    server = Server(("127.0.0.1", 0), Pages)
    server.context = context
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_address[1]


async def echo(reader, writer):
    try:
        while line := await asyncio.wait_for(reader.readline(), 0.2):
            writer.write(line)
            await writer.drain()
    except (OSError, ValueError, TimeoutError):
        pass
    finally:
        writer.close()


async def ask(port, context):
    try:
        async with asyncio.timeout(0.2):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=context)
            writer.write(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            await reader.read(100000)
            writer.close()
    except (OSError, ValueError, EOFError, TimeoutError):
        pass


def turn_loop(ports, ready):
    async def run():
        for context in (None, server_context):
            server = await asyncio.start_server(
                echo, "127.0.0.1", 0, ssl=context, **({"ssl_handshake_timeout": 0.2} if context else {}))
            ports.append(server.sockets[0].getsockname()[1])
        loops.append(asyncio.get_running_loop())
        ready.set()
        await asyncio.Event().wait()

    asyncio.run(run())


def client(kind, port):
    kind, tls = kind.split("-")
    context = {"plain": None, "tls": client_context, "checked": checking_context}[tls]
    if kind == "asyncio":
        asyncio.run_coroutine_threadsafe(ask(port, context), loops[0]).result()
        return
    try:
        if kind == "urllib":
            scheme = "http" if context is None else "https"
            with urllib.request.urlopen(f"{scheme}://127.0.0.1:{port}/", timeout=0.2, context=context) as answer:
                answer.read(100000)
            return
        if context is None:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=0.2)
        else:
            connection = http.client.HTTPSConnection("127.0.0.1", port, timeout=0.2, context=context)
        connection.request("GET", "/")
        connection.getresponse().read(100000)
        connection.close()
    except (OSError, ValueError, EOFError, http.client.HTTPException):
        pass


loops = []
ready = threading.Event()
ports = [serve(None), serve(server_context)]
threading.Thread(target=turn_loop, args=(ports, ready), daemon=True).start()
ready.wait()
print(*ports, flush=True)
for line in sys.stdin:
    kind, port = line.split()
    client(kind, int(port))
    print("done", flush=True)
os._exit(0)
'''

SERVERS = ["http", "http-tls", "lines", "lines-tls"]
CLIENTS = ["http-plain", "urllib-plain", "asyncio-plain", "http-tls", "http-checked", "urllib-checked", "asyncio-tls"]
REQUESTS = [
    b"GET / HTTP/1.1\r\nHost: a\r\n\r\n",
    b"POST /a?b=c HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello",
    b"POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
    b"HEAD * HTTP/1.1\r\nHost: a\r\nCookie: a=b; c=\"d\"\r\nX: " + b"y" * 300 + b"\r\n continued\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 99 + b"\r\n" + b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n",
    b"a line\nanother\n\xff\xfe\n" + b"long " * 20000 + b"\n",
]
ANSWERS = [
    b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
    b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;x=y\r\nhello\r\n3\r\nabc\r\n0\r\nTrailer: a\r\n\r\n",
    b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.0 302 Found\r\nLocation: /other\r\nSet-Cookie: a=b\r\n\r\n",
    b"HTTP/1.1 401 No\r\nWWW-Authenticate: Digest realm=\"a\", nonce=\"b\", qop=\"auth\"\r\nContent-Length: 0\r\n\r\n",
    b"HTTP/1.1 204 None\r\nContent-Type: text/plain; charset=\"utf-8\"\r\n" + b"a: b\r\n" * 120 + b"\r\n",
    b"HTTP/0.9 999\r\n\r\n" + b"z" * 70000,
]
NUMBERS = [b"-1", b"0", b"99999999999999999999", b"0x5", b"1e9", b"", b"\xc2\xb2", b"ffffffffffffffff", b"+5", b" 5 "]
TURN = 25
ANSWER_SECONDS = 20
TRIES = 5


def damaged(content, chosen):
    """The bytes, changed in one to four places."""
    content = bytearray(content)
    for _ in range(chosen.choice([1, 1, 2, 4])):
        at = chosen.randrange(len(content) + 1)
        match chosen.randrange(9):
            case 0 if at < len(content):
                content[at] ^= 1 << chosen.randrange(8)
            case 1 if at < len(content):
                content[at] = chosen.choice([0, 1, 0x7F, 0x80, 0xFF, chosen.randrange(256)])
            case 2:
                del content[at:at + chosen.choice([1, 2, 16, 1000])]
            case 3:
                content[at:at] = content[at:at + chosen.choice([1, 4, 100, 5000])]
            case 4:
                content[at:at + 2] = chosen.choice([b"\xff\xff", b"\0\0", b"\x40\x01", b"\r\n", b"\n\n", b"\0"])
            case 5:
                del content[at:]
            case 6:
                content[at:at] = chosen.randbytes(chosen.choice([1, 5, 300, 20000]))
            case 7 if numbers := [place for place, byte in enumerate(content[:4000]) if 48 <= byte < 58]:
                at = chosen.choice(numbers)
                content[at:at + 1] = chosen.choice(NUMBERS)
            case 8:
                # A record of TLS: its type, its version, its length, a type of message in it.
                content[at:at] = struct.pack(
                    ">BHHBBH", chosen.choice([0, 20, 21, 22, 23, 24, 255]), chosen.choice([0x301, 0x303, 0x304, 0]),
                    chosen.choice([0, 4, 5, 16384, 16385, 65535]), chosen.randrange(26), chosen.choice([0, 0, 255]),
                    chosen.choice([0, 1, 65535]))
    return bytes(content)


class Peer:
    """The other end of a connection: it damages some of what it sends, and notes all of it."""

    def __init__(self, connection, chosen, context=None, is_server=False):
        self.connection, self.chosen = connection, chosen
        self.sent = []
        connection.settimeout(1)
        self.in_clear = None
        if context is not None:
            self.incoming, self.outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
            self.in_clear = context.wrap_bio(self.incoming, self.outgoing, server_side=is_server)
        self.spoilt = chosen.randrange(5)

    def send(self, piece):
        if self.spoilt == 0:
            piece = damaged(piece, self.chosen)
        self.spoilt -= 1
        self.sent.append(piece)
        step = self.chosen.choice([len(piece), len(piece), 1000, 7]) or 1
        for start in range(0, min(len(piece), 40 * step), step):
            self.connection.sendall(piece[start:start + step])
        if self.spoilt < 0 and self.chosen.random() < 0.3:
            raise ConnectionAbortedError

    def receive(self):
        ready, _, _ = select.select([self.connection], [], [], 0.05)
        return self.connection.recv(65536) if ready else b""

    def step(self, action):
        """Goes on with TLS until the action is done or the other side says no more."""
        for _ in range(12):
            try:
                return action()
            except ssl.SSLWantReadError:
                pass
            finally:
                if piece := self.outgoing.read():
                    self.send(piece)
            piece = self.receive()
            if not piece:
                return None
            self.incoming.write(piece)
        return None

    def talk(self, messages):
        """Sends messages; in each way in which a connection can end, it ends."""
        with contextlib.suppress(OSError, ValueError):
            if self.in_clear is not None:
                self.step(self.in_clear.do_handshake)
            for message in messages:
                if self.in_clear is None:
                    self.send(message)
                else:
                    self.step(lambda message=message: self.in_clear.write(message))
            if self.chosen.random() < 0.5:
                self.receive()
            if self.in_clear is not None and self.chosen.random() < 0.3:
                self.step(self.in_clear.unwrap)
        if self.chosen.random() < 0.3:
            with contextlib.suppress(OSError):
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()


class Victim:
    """The interpreter that is attacked."""

    def __init__(self, interpreter, control, program):
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [interpreter, "-X", control, program, CERTIFICATES], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=self.errors)
        line = self.answer()
        self.ports = dict(zip(SERVERS, map(int, line.split())))

    def answer(self):
        ready, _, _ = select.select([self.process.stdout], [], [], ANSWER_SECONDS)
        return self.process.stdout.readline() if ready else b""

    def connect(self, server):
        return socket.create_connection(("127.0.0.1", self.ports[server]), timeout=ANSWER_SECONDS)

    def tell(self, client, port):
        self.process.stdin.write(f"{client} {port}\n".encode())
        self.process.stdin.flush()

    def trouble(self):
        """What is wrong with the victim: None if all its servers give good answers."""
        for server in SERVERS:
            # (On a busy machine a good request may come too late, too.)
            for _ in range(TRIES):
                trouble = self.wrong_answer(server)
                if trouble is None or self.process.poll() is not None:
                    break
                time.sleep(0.2)
            if trouble is not None:
                return trouble
        errors = self.said()
        # (A loop may tell of a connection that has failed after its task was cancelled.)
        return errors if any(word in errors for word in (b"panicked", b"SystemError", b"AssertionError")) else None

    def wrong_answer(self, server):
        try:
            with self.connect(server) as connection:
                if server.endswith("tls"):
                    connection = plain_context().wrap_socket(connection)
                with connection:
                    connection.sendall(REQUESTS[0])
                    answer = connection.recv(100)
        except (OSError, ValueError) as error:
            return f"{server}: {error}; status {self.process.poll()}"
        is_good = answer.startswith((b"HTTP/1.1 200", b"GET / HTTP/1.1"))
        return None if is_good else f"{server}: {answer[:40]!r}"

    def said(self):
        self.errors.seek(0)
        return self.errors.read()

    def end(self):
        self.process.stdin.close()
        try:
            status = self.process.wait(ANSWER_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            status = None
        self.process.stdout.close()
        self.errors.close()
        return status


def plain_context(*, server=False):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER if server else ssl.PROTOCOL_TLS_CLIENT)
    if server:
        context.load_cert_chain(f"{CERTIFICATES}/server.pem")
    else:
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    return context


def against_server(victim, chosen):
    """Damages what a client sends: the case."""
    server = chosen.choice(SERVERS)
    context = None
    if server.endswith("tls") and chosen.random() < 0.9:
        context = plain_context()
        if chosen.random() < 0.4:
            context.maximum_version = ssl.TLSVersion.TLSv1_2
    peer = Peer(victim.connect(server), chosen, context)
    peer.talk(chosen.choices(REQUESTS, k=chosen.choice([1, 1, 3])))
    return {"server": server, "sent": [piece.hex() for piece in peer.sent]}


def accepted(listening, victim, client):
    """The connection of a client of the victim, which is told to connect."""
    victim.tell(client, listening.getsockname()[1])
    listening.settimeout(ANSWER_SECONDS)
    return listening.accept()[0]


def against_client(victim, chosen):
    """Damages what a server sends: the case."""
    client = chosen.choice(CLIENTS)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        context = None if client.endswith("plain") else plain_context(server=True)
        if context is not None and chosen.random() < 0.4:
            context.maximum_version = ssl.TLSVersion.TLSv1_2
        peer = Peer(accepted(listening, victim, client), chosen, context, True)
        peer.talk(chosen.choices(ANSWERS, k=chosen.choice([1, 1, 2])))
    if victim.answer() != b"done\n":
        raise OSError(f"the client {client} does not end")
    return {"client": client, "sent": [piece.hex() for piece in peer.sent]}


def again(victim, case):
    """Sends a case once more, as it was."""
    with contextlib.ExitStack() as stack:
        if "client" in case:
            listening = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
            connection = accepted(listening, victim, case["client"])
        else:
            connection = victim.connect(case["server"])
        with connection, contextlib.suppress(OSError):
            connection.settimeout(1)
            for piece in case["sent"]:
                connection.sendall(bytes.fromhex(piece))
                if select.select([connection], [], [], 0.05)[0]:
                    connection.recv(65536)
    if "client" in case and victim.answer() != b"done\n":
        raise OSError("the client does not end")


def has_effect(start, case):
    """Whether a case alone does harm to a new victim."""
    victim = start()
    try:
        again(victim, case)
        trouble = victim.trouble()
    except (OSError, ValueError) as error:
        trouble = str(error)
    return victim.end() != 0 or trouble is not None


def smaller(start, case):
    """The case with as few and as short pieces as still do harm."""
    for _ in range(3):
        pieces = case["sent"]
        shorter = [pieces[:place] + pieces[place + 1:] for place in range(len(pieces))]
        for place, piece in enumerate(pieces):
            half = len(piece) // 4 * 2
            shorter += [pieces[:place] + [part] + pieces[place + 1:] for part in (piece[:half], piece[half:]) if half]
        found = next((it for it in shorter[:20] if has_effect(start, {**case, "sent": it})), None)
        if found is None:
            break
        case = {**case, "sent": found}
    return case


def turn(attack, start):
    """Some connections to one victim: the cases, and what is wrong afterwards."""
    victim = start()
    cases, trouble = [], None
    try:
        for _ in range(TURN):
            against = attack.random.choice([against_server, against_client])
            cases.append(against(victim, attack.random))
            if victim.process.poll() is not None:
                break
        trouble = victim.trouble()
    except (OSError, ValueError) as error:
        trouble = f"{type(error).__name__}: {error}"
    said = victim.said()
    status = victim.end()
    if status != 0 and trouble is None:
        trouble = f"ended with {status}"
    return cases, trouble, said


def main():
    attack = Attack(__doc__)
    program = f"{attack.keep}/packets-{os.getpid()}.py"
    with open(program, "w", encoding="utf-8") as file:
        file.write(VICTIM)
    connections = 0
    try:
        while attack.goes_on():
            control = attack.random.choice(["tm=stm", "tm=gil"])

            def start():
                return Victim(attack.interpreter, control, program)

            cases, trouble, said = turn(attack, start)
            connections += len(cases)
            if trouble is None:
                continue
            guilty = [case for case in reversed(cases) if has_effect(start, case)][:1]
            kept = [smaller(start, case) for case in guilty] or cases
            content = {"control": control, "trouble": str(trouble), "said": said.decode(errors="replace"), "cases": kept}
            attack.fail("packets", json.dumps(content, indent=1).encode(), trouble)
    finally:
        os.unlink(program)
    print(f"packets: {connections} connections")
    attack.end("packets")


if __name__ == "__main__":
    main()
