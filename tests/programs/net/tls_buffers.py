# TLS over buffers of the program; sessions; what contexts know of themselves.
import os
import ssl

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "certificates")


def path(name):
    return os.path.join(FOLDER, name)


server_context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
server_context.load_cert_chain(path("server.pem"))
client_context = ssl.create_default_context(cafile=path("ca.pem"))


def pair(client=client_context, server=server_context, session=None):
    one, two = ssl.MemoryBIO(), ssl.MemoryBIO()
    return (
        client.wrap_bio(one, two, server_hostname="localhost", session=session),
        server.wrap_bio(two, one, server_side=True),
    )


def shake(client, server):
    waiting = [client, server]
    while waiting:
        for one in list(waiting):
            try:
                one.do_handshake()
                waiting.remove(one)
            except ssl.SSLWantReadError:
                pass


client, server = pair()
for attempt in (lambda: client.read(5), lambda: client.write(b"early"), client.getpeercert, client.unwrap):
    try:
        print(attempt())
    except (ssl.SSLError, ValueError) as error:
        print(type(error).__name__, str(error).partition(" (_ssl.c")[0])
print(client.version(), client.cipher(), server.selected_alpn_protocol(), server.shared_ciphers())
shake(client, server)
print(client.version(), server.version(), client.cipher() == server.cipher())
print(client.server_hostname, client.server_side, server.server_side)
print(client.write(b"x" * 20000), server.read(10), server.pending())
total = 10 + len(server.read(20000))
print(total, client.write(b""), server.write(memoryview(b"answer")), client.read())
room = bytearray(6)
print(server.write(b"abc"), client.read(10, room), room)

# A record that was changed on its way.
client, server = pair()
one, two = ssl.MemoryBIO(), ssl.MemoryBIO()
client = client_context.wrap_bio(one, two, server_hostname="localhost")
three, four = ssl.MemoryBIO(), ssl.MemoryBIO()
server = server_context.wrap_bio(three, four, server_side=True)


def carry():
    three.write(two.read())
    one.write(four.read())


for _ in range(3):
    for end in (client, server):
        try:
            end.do_handshake()
        except ssl.SSLWantReadError:
            pass
        carry()
client.write(b"secret")
record = bytearray(two.read())
record[-1] ^= 1
three.write(bytes(record))
try:
    server.read(10)
except ssl.SSLError as error:
    print(error.reason)
carry()
try:
    client.read(10)
except ssl.SSLError as error:
    print(error.reason)

# The end.
client, server = pair()
shake(client, server)
try:
    client.unwrap()
except ssl.SSLWantReadError:
    print("waits")
print(server.read(10), server.unwrap(), client.unwrap())
try:
    client.write(b"more")
except ssl.SSLError as error:
    print(error.reason)

# Sessions of TLS 1.2.
older = ssl.create_default_context(cafile=path("ca.pem"))
older.maximum_version = ssl.TLSVersion.TLSv1_2
client, server = pair(older)
shake(client, server)
session = client.session
print(client.session_reused, session.has_ticket, session.timeout > 0, len(session.id) > 0)
again, server = pair(older, session=session)
shake(again, server)
print(again.session_reused, server.session_reused, again.session == session, again.getpeercert() != {})
print(server_context.session_stats()["hits"])
try:
    pair(session=session)
except ValueError as error:
    print(error)

# Contexts.
print(client_context.cert_store_stats())
print([dict(part[0] for part in found["subject"]) for found in client_context.get_ca_certs()])
for attempt in (
    lambda: server_context.load_cert_chain(path("ca.pem")),
    lambda: server_context.load_cert_chain(path("ca.pem"), path("client.pem")),
    lambda: server_context.load_cert_chain(path("locked.pem"), password=lambda: 5),
    lambda: server_context.load_cert_chain(path("nothing")),
    lambda: client_context.load_verify_locations(cadata="text"),
    lambda: client_context.load_verify_locations(path("no file")),
    lambda: client_context.load_verify_locations(__file__),
    lambda: client_context.set_ciphers("unheard of"),
    lambda: setattr(client_context, "verify_mode", ssl.CERT_NONE),
    lambda: setattr(client_context, "verify_mode", 9),
    lambda: client_context.wrap_bio(ssl.MemoryBIO(), ssl.MemoryBIO(), server_side=True),
    lambda: server_context.wrap_bio(ssl.MemoryBIO(), ssl.MemoryBIO()),
    lambda: client_context.wrap_bio(None, None, server_hostname="x"),
    lambda: ssl.SSLContext(99),
    lambda: ssl.get_server_certificate(("127.0.0.1", 1)),
):
    try:
        print("no error", attempt())
    except Exception as error:
        print(type(error).__name__, str(error).partition(" (_ssl.c")[0])
fresh = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
with open(path("ca.pem")) as file:
    text = file.read()
fresh.load_verify_locations(cadata=text)
fresh.load_verify_locations(cadata=ssl.PEM_cert_to_DER_cert(text))
print(fresh.cert_store_stats(), fresh.verify_mode, fresh.check_hostname)
fresh.set_ciphers("ECDHE+AESGCM:!aRSA")
print([cipher["name"] for cipher in fresh.get_ciphers() if cipher["protocol"] == "TLSv1.2"])
bio = ssl.MemoryBIO()
print(bio.write(b"abc"), bio.pending, bio.eof, bio.read(2), bio.read(), bio.eof)
bio.write_eof()
print(bio.eof, bio.read())
print(ssl.cert_time_to_seconds("Jan  5 09:34:43 2018 GMT"), len(ssl.RAND_bytes(7)), ssl.RAND_status())
