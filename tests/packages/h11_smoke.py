# h11: both sides of a connection as machines of events, with what is refused.
import h11

client, server = h11.Connection(h11.CLIENT), h11.Connection(h11.SERVER)


def give(source, target, *events):
    data = b"".join(source.send(event) or b"" for event in events)
    print(data)
    target.receive_data(data)
    while (event := target.next_event()) not in (h11.NEED_DATA, h11.PAUSED):
        print(" ", event)
        if type(event) in (h11.EndOfMessage, h11.ConnectionClosed):
            break


for n in range(2):
    give(client, server, h11.Request(method="POST", target="/a", headers=[("Host", "x"), ("Transfer-Encoding", "chunked")]),
         h11.Data(data=b"abc"), h11.Data(data=bytearray(b"d" * 20)), h11.EndOfMessage(headers=[("Trailer-X", "1")]))
    give(server, client, h11.InformationalResponse(status_code=103, headers=[("Link", "y")]),
         h11.Response(status_code=200, reason=b"OK", headers=[("Content-Length", "5")]), h11.Data(data=b"12345"), h11.EndOfMessage())
    print(client.states, server.states)
    client.start_next_cycle()
    server.start_next_cycle()
for hostile in (b"GET / HTTP/1.1\r\n\r\n", b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", b"\x00\r\n\r\n",
                b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 2\r\n\r\n", b"GET / HTTP/1.1\r\nA: " + b"b" * 20000):
    connection = h11.Connection(h11.SERVER)
    try:
        connection.receive_data(hostile)
        print(connection.next_event())
    except h11.RemoteProtocolError as error:
        print(error.error_status_hint, error, connection.their_state)
try:
    client.send(h11.Data(data=b"x"))
except h11.LocalProtocolError as error:
    print(error)
