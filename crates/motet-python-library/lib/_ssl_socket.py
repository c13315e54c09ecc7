"""A TLS connection for Python, over a socket or over two buffers."""

# The module that programs know.
__name__ = "_ssl"

import weakref

import _ssl_core as core
from _ssl_base import (
    Handle,
    MemoryBIO,
    SSLZeroReturnError,
    failure,
    misused,
    wants_read,
    wants_write,
)
from _ssl_ciphers import triple
from _ssl_names import certificate, decoded

# What the core answers beside results.
_NEEDS_INPUT, _NEEDS_CHOICE, _FAILED, _CLOSED, _NEEDS_OUTPUT = 1, 2, 3, 4, 5
# The places that messages name, those of CPython 3.14.
_SHAKING, _READING, _WRITING, _CLOSING = 1130, 2778, 2616, 2906
# A record and its head.
_RECORD_BYTES = 5 + 16384 + 2048
# Given to the core at once.
_WRITTEN_BYTES_MAX = 1 << 20
_ALERT_INTERNAL_ERROR, _ALERT_HANDSHAKE_FAILURE = 80, 40


class SSLSession:
    _motet_closed = True
    __module__ = "_ssl"
    __slots__ = ("_handle", "_context", "_id", "_time", "_has_ticket")

    def __new__(cls, *args, **kwargs):
        raise TypeError("cannot create '_ssl.SSLSession' instances")

    @property
    def id(self):
        """Session ID."""
        return self._id

    @property
    def time(self):
        """Session creation time (seconds since epoch)."""
        return self._time

    @property
    def timeout(self):
        """Session timeout (delta in seconds)."""
        return 7200

    @property
    def ticket_lifetime_hint(self):
        """Ticket life time hint."""
        return 7200 if self._has_ticket else 0

    @property
    def has_ticket(self):
        """Does the session contain a ticket?"""
        return self._has_ticket

    def __eq__(self, other):
        if not isinstance(other, SSLSession):
            return NotImplemented
        return self._id == other._id

    def __hash__(self):
        return hash(self._id)


class _SSLSocket:
    _motet_closed = True
    __module__ = "_ssl"
    __slots__ = (
        "_handle", "_context", "_socket", "_incoming", "_outgoing", "_owner", "_server_side",
        "_server_hostname", "__weakref__",
    )

    def __new__(cls, *args, **kwargs):
        raise TypeError(f"cannot create '{cls.__module__}.{cls.__qualname__}' instances")

    # ---- operations

    def _channel(self):
        """The descriptor and the timeout; -1 if there are buffers."""
        if self._socket is None:
            return -1, 0.0
        socket = self._socket()
        fd = -1 if socket is None else socket.fileno()
        if fd < 0:
            raise misused("Underlying socket connection gone", 1076)
        return fd, socket.gettimeout()

    def _run(self, operation, place, *arguments):
        """Calls the core until there is a result: what it gives, or None at the end of TLS."""
        number = self._handle.number
        while True:
            fd, timeout = self._channel()
            result = operation(number, fd, timeout, *arguments)
            if fd < 0:
                self._move_out()
            if type(result) is not tuple:
                return result
            code, value = result
            if code == _NEEDS_INPUT:
                if fd >= 0 or not self._move_in(place):
                    raise wants_read(place)
            elif code == _NEEDS_CHOICE:
                self._choose(place)
            elif code == _FAILED:
                raise failure(value, place)
            elif code == _NEEDS_OUTPUT:
                raise wants_write(place)
            else:
                return None if code == _CLOSED else value

    def _move_out(self):
        content = core.take_outgoing(self._handle.number)
        if content:
            self._outgoing.write(content)

    def _move_in(self, place):
        """Gives a part of the buffer to the connection: whether there was something."""
        incoming = self._incoming
        content = incoming._content[:_RECORD_BYTES]
        if not content:
            if incoming._has_ended:
                core.end_input(self._handle.number)
            return incoming._has_ended
        code, value = core.feed(self._handle.number, content)
        if code == _FAILED:
            incoming._content = b""
            self._move_out()
            raise failure(value, place)
        incoming._content = incoming._content[value:]
        return True

    def _choose(self, place):
        """Asks the program which context goes on, after the client's first message."""
        number, context = self._handle.number, self._context
        callback = context._sni
        if callback is not None:
            import sys

            name = core.asked_host(number)
            this = self.owner
            if this is None and self._socket is not None:
                this = self._socket()
            alert = None
            try:
                # The program has forgotten the object that it would be asked about.
                alert = _ALERT_INTERNAL_ERROR if this is None else callback(this, name, context)
            except BaseException as error:
                hook = sys.unraisablehook
                hook(_Unraisable(error, callback))
                alert = _ALERT_HANDSHAKE_FAILURE
            if alert is not None:
                if not isinstance(alert, int):
                    error = TypeError(f"'{type(alert).__name__}' object is not an int")
                    sys.unraisablehook(_Unraisable(error, alert))
                    alert = _ALERT_INTERNAL_ERROR
                core.refuse(number, alert, b"CALLBACK_FAILED")
                return
        code, value = core.choose(number, self._context._configuration(True))
        if code == _FAILED and self._socket is None:
            self._move_out()

    def do_handshake(self):
        self._run(core.handshake, _SHAKING)
        if self._context._folder is not None and self._context._verify_mode:
            self._context._note_used(core.verified_chain(self._handle.number))

    def read(self, size, buffer=None):
        """Read up to size bytes from the SSL socket."""
        if buffer is not None:
            view = memoryview(buffer).cast("B")
            if size <= 0 or size > len(view):
                size = len(view)
            if not size:
                return 0
        elif size < 0:
            raise ValueError("size should not be negative")
        elif not size:
            return b""
        content = self._run(core.read, _READING, size)
        if content is None:
            if core.facts(self._handle.number)[6]:
                text = f"TLS/SSL connection has been closed (EOF) (_ssl.c:{_READING})"
                raise SSLZeroReturnError(6, text)
            content = b""
        if buffer is None:
            return content
        view[:len(content)] = content
        return len(content)

    def write(self, b, /):
        """Writes the bytes-like object b into the SSL object.

Returns the number of bytes written."""
        if type(b) is not bytes or len(b) > _WRITTEN_BYTES_MAX:
            if isinstance(b, str):
                raise TypeError("a bytes-like object is required, not 'str'")
            b = memoryview(b)
            if b.ndim != 1 or b.format != "B":
                b = b.cast("B")
            b = b[:_WRITTEN_BYTES_MAX]
        return self._run(core.write, _WRITING, b)

    def shutdown(self):
        """Does the SSL shutdown handshake with the remote end."""
        self._run(core.shut_down, _CLOSING)
        return None if self._socket is None else self._socket()

    def pending(self):
        """Returns the number of already decrypted bytes available for read, pending on the connection."""
        return core.pending(self._handle.number)

    def verify_client_post_handshake(self):
        raise NotImplementedError("Post-handshake auth is not supported by your OpenSSL version.")

    # ---- what was agreed

    def version(self):
        return core.facts(self._handle.number)[0]

    def cipher(self):
        suite = core.facts(self._handle.number)[1]
        return suite and triple(suite)

    def shared_ciphers(self):
        suites = core.facts(self._handle.number)[2]
        return suites and [triple(suite) for suite in suites]

    def selected_alpn_protocol(self):
        return core.facts(self._handle.number)[3]

    def compression(self):
        return None

    def get_channel_binding(self, cb_type="tls-unique"):
        """Get channel binding data for current connection.

Raise ValueError if the requested `cb_type` is not supported.  Return bytes
of the data or None if the data is not available (e.g. before the handshake)."""
        if cb_type != "tls-unique":
            raise ValueError(f"'{cb_type}' channel binding type not implemented")
        return None

    def _established(self):
        if not core.facts(self._handle.number)[5]:
            raise ValueError("handshake not done yet")

    def getpeercert(self, der=False, /):
        """Returns the certificate for the peer.

If no certificate was provided, returns None.  If a certificate was
provided, but not validated, returns an empty dictionary.  Otherwise
returns a dict containing information about the peer certificate.

If the optional argument is True, returns a DER-encoded copy of the
peer certificate, or None if no certificate was provided.  This will
return the certificate even if it wasn't validated."""
        self._established()
        found = core.peer_certificates(self._handle.number)
        if not found:
            return None
        if der:
            return found[0]
        if not self._context._verify_mode:
            return {}
        return decoded(found[0])

    def get_unverified_chain(self):
        self._established()
        found = core.peer_certificates(self._handle.number)
        return [certificate(der) for der in found] or None

    def get_verified_chain(self):
        self._established()
        found = core.verified_chain(self._handle.number)
        if found is None:
            found = core.peer_certificates(self._handle.number)[:1]
        return [certificate(der) for der in found] or None

    @property
    def session(self):
        """The underlying SSLSession object."""
        if not core.facts(self._handle.number)[5]:
            return None
        session = object.__new__(SSLSession)
        number, session._id, session._time, session._has_ticket = core.session(self._handle.number)
        session._handle = Handle(number)
        session._context = self._context
        return session

    @session.setter
    def session(self, value):
        if not isinstance(value, SSLSession):
            raise TypeError("Value is not a SSLSession.")
        if self._server_side:
            raise ValueError("Cannot set session for server-side SSLSocket.")
        if value._context is not self._context:
            raise ValueError("Session refers to a different SSLContext.")
        if core.facts(self._handle.number)[5]:
            raise ValueError("Cannot set session after handshake.")
        self._open(value)

    @property
    def session_reused(self):
        """Was the client session reused during handshake?"""
        return core.facts(self._handle.number)[4]

    # ---- what it belongs to

    @property
    def context(self):
        return self._context

    @context.setter
    def context(self, value):
        from _ssl_context import _SSLContext

        if not isinstance(value, _SSLContext):
            raise TypeError("The value must be a SSLContext")
        self._context = value

    @property
    def server_side(self):
        """Whether this is a server-side socket."""
        return self._server_side

    @property
    def server_hostname(self):
        """The currently set server hostname (for SNI)."""
        return self._server_hostname

    @property
    def owner(self):
        """The Python-level owner of this object.

Passed as "self" in servername callback."""
        return None if self._owner is None else self._owner()

    @owner.setter
    def owner(self, value):
        self._owner = None if value is None else weakref.ref(value)

    def _open(self, session=None):
        """Makes the connection in the core."""
        context = self._context
        number = context._configuration(self._server_side)
        if self._server_side:
            code, value = core.server(number, context._sni is not None)
        else:
            host = self._server_hostname
            host = None if host is None else host.encode()
            code, value = core.client(number, host, session and session._handle.number)
        if code == _FAILED:
            raise failure(value, 0)
        self._handle = Handle(value)


class _Unraisable:
    """What `sys.unraisablehook` is told."""

    def __init__(self, error, about):
        self.exc_type, self.exc_value = type(error), error
        self.exc_traceback = error.__traceback__
        self.err_msg, self.object = None, about


def _host(name):
    """The name of a host as it is told: ASCII."""
    if name is None:
        return None
    if isinstance(name, (bytes, bytearray)):
        name = bytes(name).decode("ascii")
    elif not isinstance(name, str):
        kind = type(name).__name__
        raise TypeError(f"server_hostname must be str, bytes or bytearray, not {kind}")
    elif not name.isascii():
        name = name.encode("idna").decode("ascii")
    if "\0" in name:
        raise TypeError("embedded null character")
    if not name or name.startswith("."):
        raise ValueError("server_hostname cannot be an empty string or start with a leading dot.")
    return name


def opened(context, socket, bios, server_side, server_hostname, owner, session):
    """A connection over a socket, or over buffers."""
    server_side = bool(server_side)
    if server_side and server_hostname:
        raise ValueError("server_hostname can only be specified in client mode")
    if server_side and session is not None:
        raise ValueError("session can only be specified in client mode")
    if context.check_hostname and not server_hostname:
        raise ValueError("check_hostname requires server_hostname")
    name = _host(server_hostname)
    if server_side and context.protocol == 16:
        raise misused("Cannot create a server socket with a PROTOCOL_TLS_CLIENT context", 794)
    if not server_side and context.protocol == 17:
        raise misused("Cannot create a client socket with a PROTOCOL_TLS_SERVER context", 794)
    self = object.__new__(_SSLSocket)
    self._context = context
    self._socket = None if socket is None else weakref.ref(socket)
    self._incoming, self._outgoing = bios
    self._server_side = server_side
    self._server_hostname = name
    self.owner = owner
    if session is not None and not isinstance(session, SSLSession):
        raise TypeError("Value is not a SSLSession.")
    if session is not None and session._context is not context:
        raise ValueError("Session refers to a different SSLContext.")
    self._open(session)
    return self


def bios(incoming, outgoing):
    for name, bio in (("incoming", incoming), ("outgoing", outgoing)):
        if not isinstance(bio, MemoryBIO):
            kind = "None" if bio is None else type(bio).__name__
            raise TypeError(f"_wrap_bio() argument '{name}' must be _ssl.MemoryBIO, not {kind}")
    return incoming, outgoing
