# Clients and servers with TLS over sockets: what they agree on, what they verify, how they end.
import os
import select
import socket
import ssl
import threading

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "certificates")


def path(name):
    return os.path.join(FOLDER, name)


def server_context(name="server.pem", **settings):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(path(name))
    for key, value in settings.items():
        setattr(context, key, value)
    return context


def client_context(**settings):
    context = ssl.create_default_context(cafile=path("ca.pem"))
    for key, value in settings.items():
        setattr(context, key, value)
    return context


def short(error):
    """An error without the line of CPython's source."""
    text = str(error).partition(" (_ssl.c")[0]
    return f"{type(error).__name__}: {text}"


def talk(server, client, serve, use, name="localhost"):
    """One connection: what both sides return, or their errors."""
    results = []
    listener = socket.create_server(("127.0.0.1", 0))

    def run():
        raw, _ = listener.accept()
        try:
            with server.wrap_socket(raw, server_side=True) as connection:
                results.append(serve(connection))
        except (OSError, ValueError) as error:
            results.append(short(error))

    thread = threading.Thread(target=run)
    thread.start()
    try:
        with socket.create_connection(listener.getsockname()) as raw:
            with client.wrap_socket(raw, server_hostname=name) as connection:
                found = use(connection)
    except (OSError, ValueError) as error:
        found = short(error)
    thread.join()
    listener.close()
    return found, results[0]


def echo(connection):
    content = b""
    while piece := connection.recv(5000):
        content += piece
        if content.endswith(b"."):
            break
    connection.sendall(content[::-1])
    return len(content)


def ask(connection):
    connection.sendall(b"abc.")
    return connection.version(), connection.cipher(), connection.recv(100)


for version in (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3):
    client = client_context(minimum_version=version, maximum_version=version)
    print(talk(server_context(), client, echo, ask))
print(talk(server_context("other.pem"), client_context(check_hostname=False), echo, ask)[1])
newer = server_context(minimum_version=ssl.TLSVersion.TLSv1_3)
print(talk(newer, client_context(maximum_version=ssl.TLSVersion.TLSv1_2), echo, ask))


def ask_much(connection):
    content = bytes(range(256)) * 1000 + b"."
    answers = []
    reader = threading.Thread(target=lambda: answers.append(receive(connection, len(content))))
    reader.start()
    connection.sendall(content)
    reader.join()
    return answers[0] == content[::-1]


def receive(connection, length):
    content = bytearray()
    while len(content) < length:
        content += connection.recv(100_000)
    return bytes(content)


print("much", talk(server_context(), client_context(), echo, ask_much))
print("certificate", talk(server_context(), client_context(), echo, lambda c: (
    c.sendall(b"."), c.getpeercert()["subjectAltName"], c.getpeercert()["serialNumber"],
    len(c.getpeercert(True)) > 300, c.recv(1),
))[0][1:])

# Who is trusted, and for what.
for server, name in (
    ("server.pem", "www.tests.example"), ("server.pem", "127.0.0.1"),
    ("server.pem", "a.b.tests.example"), ("server.pem", "127.0.0.2"), ("server.pem", "other.example"),
    ("other.pem", "OTHER.example"), ("expired.pem", "localhost"), ("self.pem", "localhost"),
    ("client.pem", "localhost"), ("locked.pem", "other.example"),
):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(path(server), password="secret")
    found, told = talk(context, client_context(), echo, lambda c: (c.sendall(b"."), c.recv(5)), name)
    print(server, name, found, told)
print("untrusted", talk(server_context(), ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT), echo, ask))
lax = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
lax.check_hostname, lax.verify_mode = False, ssl.CERT_NONE
print("lax", talk(server_context("self.pem"), lax, echo, lambda c: (c.sendall(b"."), c.getpeercert(), c.recv(1)), None))
for server in ("server.pem", "revoked.pem"):
    context = client_context()
    context.load_verify_locations(path("revoked.crl"))
    context.verify_flags |= ssl.VERIFY_CRL_CHECK_LEAF
    print("revoked", talk(server_context(server), context, echo, ask)[0])
# Certificates of clients.
for mode in (ssl.CERT_OPTIONAL, ssl.CERT_REQUIRED):
    for certificate in (None, "client.pem"):
        server = server_context(verify_mode=mode)
        server.load_verify_locations(path("ca.pem"))
        client = client_context(maximum_version=ssl.TLSVersion.TLSv1_2)
        if certificate:
            client.load_cert_chain(path(certificate))

        def tell(connection):
            found = connection.getpeercert()
            echo(connection)
            return found and found["subjectAltName"]

        print(mode.name, certificate, talk(server, client, tell, lambda c: (c.sendall(b"."), c.recv(9))))

# Names and protocols.
other = server_context("other.pem")


def choose(connection, name, context):
    if name == "other.example":
        connection.context = other
    elif name == "refused.example":
        return ssl.ALERT_DESCRIPTION_UNRECOGNIZED_NAME


server = server_context(sni_callback=choose)
server.set_alpn_protocols(["http/1.1", "spdy"])
client = client_context()
client.set_alpn_protocols(["h2", "spdy", "http/1.1"])
for name in ("localhost", "other.example", "refused.example"):
    print(name, talk(server, client, echo, lambda c: (
        c.sendall(b"."), c.getpeercert()["serialNumber"], c.recv(1)), name))
print("protocol", talk(server, client, echo, lambda c: (
    c.sendall(b"."), c.selected_alpn_protocol(), c.recv(1))))


# The end of TLS, and plain bytes after it.
def end(connection):
    plain = connection.unwrap()
    plain.sendall(b"plain" + plain.recv(10))
    return type(plain) is type(connection)


def end_too(connection):
    plain = connection.unwrap()
    plain.sendall(b" words")
    return plain.recv(20)


print("unwrapped", talk(server_context(), client_context(), end, end_too))
print("ended", talk(server_context(), client_context(), lambda c: c.recv(5), lambda c: c.unwrap() and 1))
print("ragged", talk(
    server_context(), client_context(),
    lambda c: socket.socket(fileno=c.detach()).close(), lambda c: c.recv(5)))


# Timeouts and sockets that do not block.
def late(connection):
    connection.settimeout(0.05)
    try:
        connection.recv(5)
    except TimeoutError as error:
        text = str(error)
    connection.settimeout(None)
    connection.sendall(b"now.")
    return text, connection.recv(10)


print("late", talk(server_context(), client_context(), echo, late))


def patient(connection):
    connection.setblocking(False)
    wants = []
    try:
        connection.recv(5)
    except ssl.SSLWantReadError as error:
        wants.append(short(error))
    connection.sendall(b"soon.")
    while True:
        try:
            return wants, connection.recv(10), connection.pending()
        except ssl.SSLWantReadError:
            select.select([connection], [], [])


print("patient", talk(server_context(), client_context(), echo, patient))

with socket.create_server(("127.0.0.1", 0)) as silent:
    with socket.create_connection(silent.getsockname()) as raw:
        raw.settimeout(0.05)
        try:
            client_context().wrap_socket(raw, server_hostname="localhost")
        except TimeoutError as error:
            print(str(error).partition(": ")[2] or error)
