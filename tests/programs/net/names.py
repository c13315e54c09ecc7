import socket

print(socket.getaddrinfo("127.0.0.1", 80, type=socket.SOCK_STREAM))
print(socket.getaddrinfo("::1", "80", type=socket.SOCK_DGRAM, flags=socket.AI_NUMERICHOST))
print(socket.getaddrinfo(None, 7, socket.AF_INET, socket.SOCK_STREAM, 0, socket.AI_PASSIVE))
print(socket.getnameinfo(("127.0.0.1", 81), socket.NI_NUMERICHOST | socket.NI_NUMERICSERV))
print(socket.gethostbyname("localhost"), socket.gethostbyname("127.0.0.1"))
print(isinstance(socket.gethostname(), str), bool(socket.getfqdn()))
try:
    socket.getaddrinfo("127.0.0.1", "no such service")
except socket.gaierror as error:
    print(error.errno == socket.EAI_SERVICE, error.strerror)
try:
    socket.getaddrinfo("1.2.3.4.5", 1, flags=socket.AI_NUMERICHOST)
except socket.gaierror as error:
    print(error.errno == socket.EAI_NONAME, error, isinstance(error, OSError))
print(socket.inet_aton("1.2.3.4"), socket.inet_aton("127.1"), socket.inet_aton("0x10.020.3"))
print(socket.inet_ntoa(b"\x7f\0\0\1"), socket.inet_pton(socket.AF_INET6, "fe80::1:2"))
for text in ("::", "::1", "1::", "::ffff:1.2.3.4", "1:2:3:4:5:6:7:8", "1:0:0:2::", "::1.2.3.4"):
    packed = socket.inet_pton(socket.AF_INET6, text)
    print(socket.inet_ntop(socket.AF_INET6, packed))
for wrong in ("1.2.3", "256.1.1.1", "a.b.c.d", "1.2.3.4 "):
    try:
        print(socket.inet_pton(socket.AF_INET, wrong))
    except OSError as error:
        print(error)
print(hex(socket.htons(0x1234)), hex(socket.htonl(0x12345678)), socket.ntohs(0x0100))
for function, value in ((socket.htons, -1), (socket.htons, 1 << 16), (socket.htonl, 1 << 32)):
    try:
        function(value)
    except (ValueError, OverflowError) as error:
        print(type(error).__name__, error)
print(socket.getservbyname("http", "tcp"), socket.getprotobyname("udp"))
loopback = [name for number, name in socket.if_nameindex() if number == 1]
print(loopback, socket.if_nametoindex(loopback[0]), socket.if_indextoname(1))
with socket.socket() as one:
    one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    print(one.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR))
    print(one.getsockopt(socket.SOL_SOCKET, socket.SO_LINGER, 8))
    one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\3\0\0\0")
    print(one.getsockopt(socket.SOL_SOCKET, socket.SO_LINGER, 8))
    one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, True)
    print(bool(one.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)))
    one.bind(("localhost", 0))
    print(one.getsockname()[0])
    for wrong in (("localhost",), ("localhost", 70000), "localhost", ("localhost", "x"), (1, 2)):
        try:
            one.connect(wrong)
        except (TypeError, OverflowError) as error:
            print(type(error).__name__, error)
