"""What the parts of `_ssl` share: errors, handles, buffers."""

# The module that programs know.
__name__ = "_ssl"

import _ssl_core as core

SSL_ERROR_SSL, SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE = 1, 2, 3
SSL_ERROR_ZERO_RETURN, SSL_ERROR_EOF = 6, 8


class SSLError(OSError):
    """An error occurred in the SSL implementation."""

    __module__ = "ssl"
    library = None
    reason = None

    def __str__(self):
        if isinstance(self.strerror, str):
            return self.strerror
        return str(self.args)


class SSLZeroReturnError(SSLError):
    """SSL/TLS session closed cleanly."""

    __module__ = "ssl"


class SSLWantReadError(SSLError):
    """Non-blocking SSL socket needs to read more data
before the requested operation can be completed."""

    __module__ = "ssl"


class SSLWantWriteError(SSLError):
    """Non-blocking SSL socket needs to write more data
before the requested operation can be completed."""

    __module__ = "ssl"


class SSLSyscallError(SSLError):
    """System error when attempting SSL operation."""

    __module__ = "ssl"


class SSLEOFError(SSLError):
    """SSL/TLS connection terminated abruptly."""

    __module__ = "ssl"


class SSLCertVerificationError(SSLError, ValueError):
    """A certificate could not be verified."""

    __module__ = "ssl"
    verify_code = None
    verify_message = None


def error_of(code, library, reason, text, line, kind=SSLError):
    """An error as OpenSSL would tell it."""
    front = f"[{library}: {reason}] " if reason else f"[{library}] "
    error = kind(code, f"{front}{text} (_ssl.c:{line})")
    error.library, error.reason = library, reason
    return error


def misused(text, line):
    """An error that OpenSSL knows nothing of."""
    return SSLError(0, f"{text} (_ssl.c:{line})")


def failure(parts, line):
    """The error for what the core has told."""
    kind, reason, text, code, message = parts
    if kind == 1:
        text = f"{text}: {message}"
        error = error_of(SSL_ERROR_SSL, "SSL", reason, text, line, SSLCertVerificationError)
        error.verify_code, error.verify_message = code, message
        return error
    if kind == 2:
        return error_of(SSL_ERROR_EOF, "SSL", reason, text, line, SSLEOFError)
    return error_of(SSL_ERROR_SSL, "SSL", reason, text, line)


def wants_read(line):
    text = f"The operation did not complete (read) (_ssl.c:{line})"
    return SSLWantReadError(SSL_ERROR_WANT_READ, text)


def wants_write(line):
    text = f"The operation did not complete (write) (_ssl.c:{line})"
    return SSLWantWriteError(SSL_ERROR_WANT_WRITE, text)


class Handle:
    """A number of the core; what it stands for ends with it."""

    __slots__ = ("number",)

    def __init__(self, number):
        self.number = number

    def __del__(self):
        core.forget(self.number)


class MemoryBIO:
    """A buffer of bytes between TLS and the program."""

    _motet_closed = True
    __module__ = "_ssl"
    __slots__ = ("_content", "_has_ended")

    def __new__(cls):
        self = object.__new__(cls)
        self._content = b""
        self._has_ended = False
        return self

    def read(self, size=-1, /):
        """Read up to size bytes from the memory BIO.

If size is not specified, read the entire buffer.
If the return value is an empty bytes instance, this means either
EOF or that no data is available. Use the "eof" property to
distinguish between the two."""
        content = self._content
        if size < 0 or size >= len(content):
            self._content = b""
            return content
        self._content = content[size:]
        return content[:size]

    def write(self, b, /):
        """Writes the bytes b into the memory BIO.

Returns the number of bytes written."""
        if isinstance(b, str):
            raise TypeError("a bytes-like object is required, not 'str'")
        if type(b) is not bytes:
            with memoryview(b) as view:
                if not view.c_contiguous:
                    raise BufferError("memoryview: underlying buffer is not C-contiguous")
                b = bytes(view)
        if self._has_ended:
            raise SSLError("cannot write() after write_eof()")
        self._content += b
        return len(b)

    def write_eof(self):
        """Write an EOF marker to the memory BIO.

When all data has been read, the "eof" property will be True."""
        self._has_ended = True

    @property
    def pending(self):
        """The number of bytes pending in the memory BIO."""
        return len(self._content)

    @property
    def eof(self):
        """Whether the memory BIO is at EOF."""
        return not self._content and self._has_ended
