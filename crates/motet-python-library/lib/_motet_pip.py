"""Names that pip imports but does not need to install a file: of modules that are missing here.
A call of any of them raises an error that says so. Only pip imports this."""

import sys
import types

_NUMBERS = {
    "AF_UNSPEC": 0, "AF_UNIX": 1, "AF_INET": 2, "AF_INET6": 10, "SOCK_STREAM": 1, "SOCK_DGRAM": 2,
    "SOL_SOCKET": 1, "SO_REUSEADDR": 2, "SO_TYPE": 3, "SO_ERROR": 4, "SO_KEEPALIVE": 9,
    "IPPROTO_TCP": 6, "IPPROTO_UDP": 17, "IPPROTO_IPV6": 41, "TCP_NODELAY": 1, "IPV6_V6ONLY": 26,
    "AI_PASSIVE": 1, "EAI_NONAME": -2, "NI_NUMERICHOST": 1, "SHUT_RD": 0, "SHUT_WR": 1,
    "SHUT_RDWR": 2, "SOMAXCONN": 4096, "MSG_PEEK": 2,
}
_FUNCTIONS = (
    "CMSG_LEN CMSG_SPACE close dup getaddrinfo getdefaulttimeout gethostbyaddr gethostbyname "
    "gethostbyname_ex gethostname getnameinfo getprotobyname getservbyname getservbyport htonl "
    "htons inet_aton inet_ntoa inet_ntop inet_pton ntohl ntohs setdefaulttimeout socketpair"
)


def _refusing(module):
    def refuse(*args, **kwargs):
        raise ImportError(f"there is no {module} here: give pip a file, and --no-index")

    return refuse


def _make(name, functions="", **values):
    """Puts a module of names in place, if there is none."""
    try:
        __import__(name)
        return
    except ImportError:
        pass
    module = types.ModuleType(name, "Names of what is not there.")
    vars(module).update(dict.fromkeys(functions.split(), _refusing(name)), **values)
    sys.modules[name] = module


def _error(module, name, base=Exception):
    return type(name, (base,), {"__module__": module})


_socket = type("socket", (), {
    "__module__": "_socket", "__slots__": (), "__new__": _refusing("_socket"),
})
_make(
    "_socket", _FUNCTIONS, socket=_socket, SocketType=_socket, has_ipv6=False, CAPI=None,
    error=OSError, timeout=TimeoutError, herror=_error("socket", "herror", OSError),
    gaierror=_error("socket", "gaierror", OSError), **_NUMBERS,
)
_make("mmap", "mmap", ACCESS_READ=1)
_expat_error = _error("xml.parsers.expat", "ExpatError")
_make(
    "pyexpat", "ParserCreate", ExpatError=_expat_error, error=_expat_error,
    model=types.ModuleType("pyexpat.model"), errors=types.ModuleType("pyexpat.errors"),
)
