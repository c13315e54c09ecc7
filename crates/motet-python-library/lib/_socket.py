"""Sockets, over `_socket_core`: the class, and functions that look up names and convert addresses.

The calls of the core wait outside of transactions, where they must; see there.
"""

import _posix_core as _posix
import _socket_core as _core
from _socket_constants import *
from _socket_core import (
    getprotobyname, if_nameindex, inet_ntop, inet_pton,
    recv as _recv, recv_into as _recv_into, send as _send,
)

error = OSError
timeout = TimeoutError
has_ipv6 = True
CAPI = None
BDADDR_ANY, BDADDR_LOCAL = "00:00:00:00:00:00", "00:00:00:FF:FF:FF"
_EAGAIN, _EINPROGRESS, _EISCONN, _EBADF, _ECONNRESET = 11, 115, 106, 9, 104
_POLLOUT = 4
_SO_PROTOCOL, _SO_DOMAIN = 38, 39
# The longest timeout: nanoseconds in 63 bits.
_SECONDS_MAX = 9223372036.854776
_default_timeout = None


class herror(OSError):
    __module__ = "socket"


class gaierror(OSError):
    __module__ = "socket"


def _error(number):
    return OSError(number, _posix.strerror(number))


def _seconds(value):
    """A timeout: None, or seconds."""
    if value is None:
        return None
    if not isinstance(value, (int, float)):
        if hasattr(type(value), "__index__"):
            value = value.__index__()
        elif hasattr(type(value), "__float__"):
            value = float(value)
        else:
            name = type(value).__name__
            raise TypeError(f"'{name}' object cannot be interpreted as an integer")
    if value != value:
        raise ValueError("Invalid value NaN (not a number)")
    if value < 0:
        raise ValueError("Timeout value out of range")
    if value > _SECONDS_MAX:
        raise OverflowError("timestamp too large to convert to C PyTime_t")
    return float(value)


def _number(fd):
    if isinstance(fd, float):
        raise TypeError("integer argument expected, got float")
    if not hasattr(type(fd), "__index__"):
        name = type(fd).__name__
        raise TypeError(f"'{name}' object cannot be interpreted as an integer")
    return fd.__index__()


def _set_blocking(fd, is_blocking):
    flags = _posix.fcntl(fd, 3, 0)
    wanted = flags & ~0o4000 if is_blocking else flags | 0o4000
    if wanted != flags:
        _posix.fcntl(fd, 4, wanted)


def _resolved(family, address):
    """The address with the host as a number."""
    host = address[0]
    if not isinstance(host, (str, bytes)):
        host = bytes(host)
    found = getaddrinfo(host, None, family, 0, 0, 0)
    return (found[0][4][0], *address[1:])


def _remaining(seconds):
    """A function that tells how much of a time is left: None if it has no end."""
    if not seconds:
        return lambda: seconds
    from time import monotonic
    end = monotonic() + seconds

    def left():
        rest = end - monotonic()
        if rest <= 0:
            raise TimeoutError("timed out")
        return rest

    return left


class socket:
    """socket(family=AF_INET, type=SOCK_STREAM, proto=0) -> socket object
socket(family=-1, type=-1, proto=-1, fileno=None) -> socket object

Open a socket of the given type.  The family argument specifies the
address family; it defaults to AF_INET.  The type argument specifies
whether this is a stream (SOCK_STREAM, this is the default)
or datagram (SOCK_DGRAM) socket.  The protocol argument defaults to 0,
specifying the default protocol.  Keyword arguments are accepted.
The socket is created as non-inheritable."""

    __module__ = "_socket"
    __slots__ = ("_fd", "_family", "_type", "_proto", "_timeout")

    def __new__(cls, *args, **kwargs):
        self = object.__new__(cls)
        self._fd = -1
        self._family = self._type = self._proto = 0
        self._timeout = None
        return self

    def __init__(self, family=-1, type=-1, proto=-1, fileno=None):
        if fileno is not None:
            fd = _number(fileno)
            if fd < 0:
                raise ValueError("negative file descriptor")
            _core.getsockname(fd)
            if family == -1:
                family = _core.getsockopt(fd, SOL_SOCKET, _SO_DOMAIN, 0)
            if type == -1:
                type = _core.getsockopt(fd, SOL_SOCKET, SO_TYPE, 0)
            if proto == -1:
                proto = _core.getsockopt(fd, SOL_SOCKET, _SO_PROTOCOL, 0)
        else:
            if family == -1:
                family = AF_INET
            if type == -1:
                type = SOCK_STREAM
            if proto == -1:
                proto = 0
            fd = _core.socket(family, type, proto)
        self._fd = fd
        self._family = int(family)
        self._type = int(type) & ~(SOCK_NONBLOCK | SOCK_CLOEXEC)
        self._proto = int(proto)
        if type & SOCK_NONBLOCK:
            self._timeout = 0.0
        else:
            self._timeout = _default_timeout
            if _default_timeout is not None:
                _set_blocking(fd, False)

    family = property(lambda self: self._family, doc="the socket family")
    type = property(lambda self: self._type, doc="the socket type")
    proto = property(lambda self: self._proto, doc="the socket protocol")
    timeout = property(lambda self: self._timeout, doc="the socket timeout")

    def __repr__(self):
        return (
            f"<socket object, fd={self._fd}, family={self._family}, type={self._type}, "
            f"proto={self._proto}>"
        )

    def __getstate__(self):
        raise TypeError(f"cannot pickle '{self.__class__.__name__}' object")

    def __del__(self):
        if self._fd >= 0:
            import warnings
            from _motet_unraisable import warn_of_open
            try:
                warn_of_open(self, f"socket {self!r}", repr(self))
            finally:
                fd, self._fd = self._fd, -1
                if fd >= 0:
                    _posix.close(fd)

    def fileno(self):
        return self._fd

    def detach(self):
        fd, self._fd = self._fd, -1
        return fd

    def close(self):
        fd = self._fd
        if fd >= 0:
            self._fd = -1
            try:
                _posix.close(fd)
            except OSError as failure:
                if failure.errno != _ECONNRESET:
                    raise

    def settimeout(self, value, /):
        seconds = _seconds(value)
        _set_blocking(self._fd, seconds is None)
        self._timeout = seconds

    def gettimeout(self):
        return self._timeout

    def setblocking(self, flag, /):
        seconds = None if flag else 0.0
        _set_blocking(self._fd, seconds is None)
        self._timeout = seconds

    def getblocking(self):
        return self._timeout != 0.0

    def bind(self, address, /):
        try:
            return _core.bind(self._fd, self._family, address)
        except KeyError:
            pass
        _core.bind(self._fd, self._family, _resolved(self._family, address))

    def _begin_connect(self, address):
        try:
            return _core.connect(self._fd, self._family, address)
        except KeyError:
            pass
        return _core.connect(self._fd, self._family, _resolved(self._family, address))

    def _connect(self, address):
        """Connects; the number of the error, or None if the time was over."""
        number = self._begin_connect(address)
        seconds = self._timeout
        if seconds == 0.0 or number not in (_EINPROGRESS, _EAGAIN, 4):
            return number
        left = _remaining(seconds)
        try:
            while number == _EAGAIN:
                # The queue of a listening Unix socket is full: no event tells when it has room.
                from time import sleep
                sleep(0.001)
                left()
                number = self._begin_connect(address)
                if number != _EINPROGRESS:
                    return number
            _core.wait(self._fd, _POLLOUT, left())
        except TimeoutError:
            return None
        if seconds is None:
            # The error is told, and the socket may be used again.
            number = self._begin_connect(address)
        else:
            number = _core.getsockopt(self._fd, SOL_SOCKET, SO_ERROR, 0)
        return 0 if number == _EISCONN else number

    def connect(self, address, /):
        number = self._connect(address)
        if number is None:
            raise TimeoutError("timed out")
        if number:
            raise _error(number)

    def connect_ex(self, address, /):
        number = self._connect(address)
        return _EAGAIN if number is None else number

    def listen(self, backlog=128, /):
        _core.listen(self._fd, max(backlog, 0))

    def _accept(self):
        return _core.accept(self._fd, self._timeout)

    def shutdown(self, how, /):
        _core.shutdown(self._fd, how)

    def getsockname(self):
        return _core.getsockname(self._fd)

    def getpeername(self):
        return _core.getpeername(self._fd)

    def getsockopt(self, level, option, buflen=0, /):
        if self._family == AF_VSOCK == level and not buflen:
            return int.from_bytes(_core.getsockopt(self._fd, level, option, 8), "little")
        if buflen < 0 or buflen > 1024:
            raise OSError("getsockopt buflen out of range")
        return _core.getsockopt(self._fd, level, option, buflen)

    def setsockopt(self, level, option, value, optlen=None, /):
        if value is None:
            if optlen is None:
                raise TypeError("setsockopt() requires 4 arguments when the third is None")
            return _core.setnull(self._fd, level, option, optlen)
        if optlen is not None:
            kind = type(value).__name__
            raise TypeError(f"setsockopt() argument 3 must be NoneType, not {kind}")
        if self._family == AF_VSOCK == level and isinstance(value, int):
            value = value.to_bytes(8, "little")
        _core.setsockopt(self._fd, level, option, value)

    def recv(self, bufsize, flags=0, /):
        return _recv(self._fd, bufsize, flags, self._timeout)

    def recv_into(self, buffer, nbytes=0, flags=0):
        return _recv_into(self._fd, buffer, nbytes, flags, self._timeout)

    def recvfrom(self, bufsize, flags=0, /):
        return _core.recvfrom(self._fd, bufsize, flags, self._timeout)

    def recvfrom_into(self, buffer, nbytes=0, flags=0):
        view = memoryview(buffer).cast("B")
        if nbytes < 0:
            raise ValueError("negative buffersize in recvfrom_into")
        if nbytes > len(view):
            raise ValueError("nbytes is greater than the length of the buffer")
        content, address = _core.recvfrom(
            self._fd, nbytes or len(view), flags, self._timeout
        )
        view[:len(content)] = content
        return len(content), address

    def recvmsg(self, bufsize, ancbufsize=0, flags=0, /):
        return _core.recvmsg(self._fd, bufsize, ancbufsize, flags, self._timeout)

    def recvmsg_into(self, buffers, ancbufsize=0, flags=0, /):
        try:
            given = iter(buffers)
        except TypeError:
            raise TypeError("recvmsg_into() argument 1 must be an iterable") from None
        views = [memoryview(buffer).cast("B") for buffer in given]
        if any([view.readonly for view in views]):
            raise TypeError("recvmsg_into() requires read-write buffers")
        room = sum([len(view) for view in views])
        content, ancillary, flags, address = _core.recvmsg(
            self._fd, room, ancbufsize, flags, self._timeout
        )
        done = 0
        for view in views:
            part = content[done:done + len(view)]
            view[:len(part)] = part
            done += len(part)
        return done, ancillary, flags, address

    def send(self, data, flags=0, /):
        return _send(self._fd, data, flags, self._timeout)

    def sendall(self, data, flags=0, /):
        seconds = self._timeout
        sent = _send(self._fd, data, flags, seconds)
        kind = type(data)
        if (kind is bytes or kind is bytearray) and sent == len(data):
            return
        left = _remaining(seconds)
        with memoryview(data) as view, view.cast("B") as content:
            while sent < len(content):
                sent += _send(self._fd, content[sent:], flags, left())

    def sendto(self, data, *arguments):
        if not 1 <= len(arguments) <= 2:
            count = len(arguments) + 1
            raise TypeError(f"sendto() takes 2 or 3 arguments ({count} given)")
        flags, address = arguments if len(arguments) == 2 else (0, arguments[0])
        try:
            return _core.sendto(self._fd, data, flags, self._family, address, self._timeout)
        except KeyError:
            pass
        address = _resolved(self._family, address)
        return _core.sendto(self._fd, data, flags, self._family, address, self._timeout)

    def sendmsg(self, buffers, ancdata=(), flags=0, address=None, /):
        try:
            parts = iter(buffers)
        except TypeError:
            raise TypeError("sendmsg() argument 1 must be an iterable") from None
        views = [memoryview(part) for part in parts]
        try:
            pieces = list(ancdata)
        except TypeError:
            raise TypeError("sendmsg() argument 2 must be an iterable") from None
        plain = []
        for piece in pieces:
            if not isinstance(piece, (tuple, list)) or len(piece) != 3:
                raise TypeError("[sendmsg() ancillary data items must be 3-tuples]")
            level, kind, data = piece
            plain.append((_number(level), _number(kind), memoryview(data).tobytes()))
        content = b"".join(views)
        if address is not None and self._family in (AF_INET, AF_INET6):
            try:
                return _core.sendmsg(
                    self._fd, content, plain, flags, self._family, address, self._timeout
                )
            except KeyError:
                address = _resolved(self._family, address)
        return _core.sendmsg(
            self._fd, content, plain, flags, self._family, address, self._timeout
        )


SocketType = socket


def close(fd, /):
    _posix.close(_number(fd))


def dup(fd, /):
    return _posix.dup(_number(fd), False)


def socketpair(family=AF_UNIX, type=SOCK_STREAM, proto=0, /):
    ends = _core.socketpair(family, type, proto)
    return tuple([socket(family, type, proto, end) for end in ends])


def getdefaulttimeout():
    return _default_timeout


def setdefaulttimeout(timeout, /):
    global _default_timeout
    _default_timeout = _seconds(timeout)


# ---- names

def _host(host):
    if host is None or isinstance(host, (bytes, bytearray)):
        return None if host is None else bytes(host)
    if not isinstance(host, str):
        raise TypeError("getaddrinfo() argument 1 must be string or None")
    if host.isascii() and len(host) < 64 and ".." not in host:
        return host
    return host.encode("idna")


def _answered(answer):
    """The answer of `getaddrinfo` and similar functions, unless that is an error."""
    if type(answer) is tuple:
        number, of_system = answer
        if number == EAI_SYSTEM:
            raise _error(of_system)
        raise gaierror(number, _core.reason(number, False))
    return answer


def getaddrinfo(host, port, family=0, type=0, proto=0, flags=0):
    host = _host(host)
    if port is not None and not isinstance(port, (str, bytes)):
        if not hasattr(port, "__index__"):
            raise OSError("Int or String expected")
        port = str(port.__index__())
    if isinstance(port, str):
        port = port.encode()
    found = _core.getaddrinfo(host, port, int(family), int(type), int(proto), int(flags))
    return _answered(found)


def getnameinfo(sockaddr, flags, /):
    if not isinstance(sockaddr, tuple):
        raise TypeError("getnameinfo() argument 1 must be a tuple")
    if not 2 <= len(sockaddr) <= 4:
        raise TypeError("getnameinfo(): illegal sockaddr argument")
    host, port, *rest = sockaddr
    if not isinstance(host, str):
        raise TypeError("getnameinfo(): illegal sockaddr argument")
    if rest and not 0 <= rest[0] <= 0xfffff:
        raise OverflowError("getnameinfo(): flowinfo must be 0-1048575.")
    found = _answered(
        _core.getaddrinfo(_host(host), str(port), AF_UNSPEC, SOCK_DGRAM, 0, AI_NUMERICHOST)
    )
    if len(found) > 1:
        raise OSError("sockaddr resolved to multiple addresses")
    family, _, _, _, address = found[0]
    if family == AF_INET and rest:
        raise OSError("IPv4 sockaddr must be 2 tuple")
    if family == AF_INET6:
        address = (*address[:2], *rest)
    return tuple(_answered(_core.getnameinfo(family, address, flags)))


def gethostbyname(name, /):
    if name == "":
        return "0.0.0.0"
    if name == "<broadcast>":
        return "255.255.255.255"
    if not isinstance(name, (str, bytes, bytearray)):
        kind = type(name).__name__
        raise TypeError(f"str, bytes or bytearray expected, not {kind}")
    return getaddrinfo(name, None, AF_INET)[0][4][0]


def _host_entry(question, family):
    answer = _core.gethost(question, family)
    if type(answer) is tuple:
        raise herror(answer[0], _core.reason(answer[0], True))
    name, aliases, addresses = answer
    return name, aliases, [inet_ntop(family, address) for address in addresses]


def gethostbyname_ex(name, /):
    if not isinstance(name, (str, bytes, bytearray)):
        kind = type(name).__name__
        raise TypeError(f"str, bytes or bytearray expected, not {kind}")
    address = gethostbyname(name)
    if name == address:
        return name, [], [address]
    host = _host(name)
    return _host_entry(host.decode() if isinstance(host, bytes) else host, AF_INET)


def gethostbyaddr(address, /):
    if not isinstance(address, (str, bytes, bytearray)):
        kind = type(address).__name__
        raise TypeError(f"str, bytes or bytearray expected, not {kind}")
    row = getaddrinfo(address, None)[0]
    family, number = row[0], row[4][0]
    return _host_entry(inet_pton(family, number.partition("%")[0]), family)


def gethostname():
    return _posix.uname()[1]


def sethostname(name, /):
    if not isinstance(name, (str, bytes)):
        raise TypeError("sethostname() argument must be str or bytes")
    _core.sethostname(name)


def getservbyname(servicename, protocolname=None, /):
    return _core.getservbyname(servicename, protocolname)


def getservbyport(port, protocolname=None, /):
    if not 0 <= port <= 0xffff:
        raise OverflowError("getservbyport: port must be 0-65535.")
    return _core.getservbyport(port, protocolname)


def if_nametoindex(name, /):
    if not isinstance(name, (str, bytes)):
        raise TypeError(f"expected str, bytes or os.PathLike object, not {type(name).__name__}")
    wanted = name if isinstance(name, str) else name.decode()
    for number, known in if_nameindex():
        if known == wanted:
            return number
    raise _error(19)


def if_indextoname(index, /):
    index = _number(index)
    if index < 0:
        raise ValueError("can't convert negative number to unsigned int")
    if index >= 2**32:
        raise OverflowError("Python int too large to convert to C unsigned int")
    for number, known in if_nameindex():
        if number == index:
            return known
    raise _error(6)


# ---- conversions

def _swapped(value, bits):
    if not isinstance(value, int):
        if not hasattr(type(value), "__index__"):
            kind = type(value).__name__
            raise TypeError(f"'{kind}' object cannot be interpreted as an integer")
        value = value.__index__()
    if value < 0:
        raise ValueError("Cannot convert negative int")
    if value >> bits:
        raise OverflowError(f"Python int too large for C uint{bits}_t")
    return int.from_bytes(value.to_bytes(bits // 8, "little"), "big")


def htons(x, /):
    return _swapped(x, 16)


def ntohs(x, /):
    return _swapped(x, 16)


def htonl(x, /):
    return _swapped(x, 32)


def ntohl(x, /):
    return _swapped(x, 32)


def _part(text):
    """A part of an address in the C library's ways: decimal, octal, hexadecimal."""
    if not text or not text.isascii() or not text.isalnum():
        raise ValueError(text)
    if text[:2] in ("0x", "0X"):
        return int(text[2:], 16)
    return int(text, 8 if text[0] == "0" and len(text) > 1 else 10)


def inet_aton(ip_addr, /):
    if not isinstance(ip_addr, str):
        kind = type(ip_addr).__name__
        raise TypeError(f"inet_aton() argument 1 must be str, not {kind}")
    try:
        # Text behind a space is ignored.
        parts = [_part(part) for part in ip_addr.split(" ")[0].split(".")]
        if len(parts) > 4 or any(part > 255 for part in parts[:-1]):
            raise ValueError(ip_addr)
        head = bytes(parts[:-1])
        return head + parts[-1].to_bytes(4 - len(head), "big")
    except (ValueError, OverflowError):
        raise OSError("illegal IP address string passed to inet_aton") from None


def inet_ntoa(packed_ip, /):
    packed = memoryview(packed_ip).tobytes()
    if len(packed) != 4:
        raise ValueError("packed IP wrong length")
    return ".".join([str(byte) for byte in packed])


def CMSG_LEN(length, /):
    if not 0 <= length <= 2**31 - 1 - 16:
        raise OverflowError("CMSG_LEN() argument out of range")
    return 16 + length


def CMSG_SPACE(length, /):
    if not 0 <= length <= 2**31 - 1 - 24:
        raise OverflowError("CMSG_SPACE() argument out of range")
    return 16 + (length + 7 & ~7)
