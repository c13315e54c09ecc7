"""Contexts: what connections are to use, trust and ask for."""

# The module that programs know.
__name__ = "_ssl"

import os
import warnings

import _ssl_core as core
from _ssl_base import Handle, SSLError, error_of, failure
from _ssl_ciphers import NEWER, OLDER, chosen, shown
from _ssl_names import decoded
from _ssl_socket import bios, opened

PROTOCOL_TLS, PROTOCOL_TLSv1, PROTOCOL_TLSv1_1, PROTOCOL_TLSv1_2 = 2, 3, 4, 5
PROTOCOL_TLS_CLIENT, PROTOCOL_TLS_SERVER = 16, 17
CERT_NONE, CERT_OPTIONAL, CERT_REQUIRED = 0, 1, 2
_MINIMUM, _MAXIMUM = -2, -1
_VERSIONS = {_MINIMUM, _MAXIMUM, 768, 769, 770, 771, 772}
_TLS12, _TLS13 = 771, 772
_OLD_VERSIONS = {768: "SSLv3", 769: "TLSv1", 770: "TLSv1_1"}

OP_ALL, OP_NO_COMPRESSION, OP_NO_TICKET = 0x80000050, 0x20000, 0x4000
OP_CIPHER_SERVER_PREFERENCE, OP_ENABLE_MIDDLEBOX_COMPAT = 0x400000, 0x100000
OP_IGNORE_UNEXPECTED_EOF = 0x80
OP_NO_SSLv2, OP_NO_SSLv3, OP_NO_TLSv1 = 0, 0x2000000, 0x4000000
OP_NO_TLSv1_1, OP_NO_TLSv1_2, OP_NO_TLSv1_3 = 0x10000000, 0x8000000, 0x20000000
_OP_NO_VERSION = OP_NO_SSLv3 | OP_NO_TLSv1 | OP_NO_TLSv1_1 | OP_NO_TLSv1_2 | OP_NO_TLSv1_3
_DEFAULT_OPTIONS = (
    OP_ALL | OP_NO_SSLv3 | OP_NO_COMPRESSION | OP_CIPHER_SERVER_PREFERENCE
    | OP_ENABLE_MIDDLEBOX_COMPAT
)
_CURVES = {
    "prime256v1": b"secp256r1", "secp256r1": b"secp256r1", "P-256": b"secp256r1",
    "secp384r1": b"secp384r1", "P-384": b"secp384r1", "X25519": b"X25519", "x25519": b"X25519",
}
_PASSWORD_MAX = 1024
# What loading a chain has answered.
_NO_CERTIFICATE, _NO_KEY, _NO_PASSPHRASE, _WRONG_PASSPHRASE, _MISMATCH, _UNSUPPORTED = 1, 2, 3, 4, 5, 6
_LOADING, _LOADING_KEY, _LOADING_DATA, _LOADING_FILE = 4291, 4312, 4410, 4544

# Files of trusted certificates that were read whole: by path, with time and size.
_known_files = {}
_empty_store = None


def _path(path, name):
    try:
        return os.fsencode(path)
    except TypeError:
        raise TypeError(f"{name} should be a valid filesystem path") from None


def _content(path):
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise OSError(error.errno, error.strerror) from None


def _warn(text, level=3):
    warnings.warn(text, DeprecationWarning, stacklevel=level + 1)


class _SSLContext:
    _motet_closed = True
    __module__ = "_ssl"
    __slots__ = (
        "_protocol", "_options", "_verify_mode", "_check_hostname", "_flags", "_hosts", "_minimum",
        "_maximum", "_suites", "_level", "_store", "_folder", "_used", "_identities", "_alpn", "_tickets",
        "_curve", "_sni", "_log", "_messages", "_counters", "_made", "_post", "__weakref__",
    )

    def __new__(cls, protocol, /):
        if protocol in (PROTOCOL_TLS, PROTOCOL_TLSv1_2):
            name = "PROTOCOL_TLS" if protocol == PROTOCOL_TLS else "PROTOCOL_TLSv1_2"
            _warn(f"ssl.{name} is deprecated", 2)
        elif protocol not in (PROTOCOL_TLS_CLIENT, PROTOCOL_TLS_SERVER):
            raise ValueError(f"invalid or unsupported protocol version {protocol}")
        self = object.__new__(cls)
        self._protocol = protocol
        self._options = _DEFAULT_OPTIONS
        is_client = protocol == PROTOCOL_TLS_CLIENT
        self._check_hostname = is_client
        self._verify_mode = CERT_REQUIRED if is_client else CERT_NONE
        self._flags = 0x8000
        self._hosts = 4
        self._minimum, self._maximum = _TLS12, _MAXIMUM
        if protocol == PROTOCOL_TLSv1_2:
            self._maximum = _TLS12
        self._suites, self._level = OLDER, 2
        self._store = self._folder = None
        self._used = ()
        self._identities = ()
        self._alpn = ()
        self._tickets = 2
        self._curve = self._sni = self._log = self._messages = None
        self._counters = Handle(core.counters())
        self._made = {}
        self._post = False
        return self

    def __init__(self, *args, **kwargs):
        pass

    # ---- the configuration of the core

    def _changed(self):
        self._made = {}

    def _trusted(self):
        """The number of the store; a new one if there is none."""
        global _empty_store
        if self._store is None:
            if _empty_store is None:
                _empty_store = Handle(core.store_add(0, b"", 0)[0])
            return _empty_store.number
        return self._store.number

    def _allows(self, version, option):
        least = _TLS12 if self._minimum == _MINIMUM else self._minimum
        most = _TLS13 if self._maximum == _MAXIMUM else self._maximum
        return least <= version <= most and not self._options & option

    def _configuration(self, is_server):
        """The number of the configuration for clients or servers."""
        handle = self._made.get(is_server)
        if handle is None:
            handle = self._made[is_server] = self._configured(is_server)
        return handle.number

    def _configured(self, is_server):
        settings = (
            is_server,
            self._allows(_TLS12, OP_NO_TLSv1_2),
            self._allows(_TLS13, OP_NO_TLSv1_3),
            self._verify_mode != CERT_NONE,
            self._verify_mode == CERT_REQUIRED,
            self._check_hostname,
            self._flags,
            self._hosts,
            self._tickets,
            not self._options & OP_NO_TICKET,
            bool(self._options & OP_CIPHER_SERVER_PREFERENCE),
            tuple(suite[0] for suite in self._suites),
            tuple(handle.number for handle, _ in self._identities),
            self._alpn,
            self._curve,
            None if self._log is None else os.fsencode(self._log),
        )
        store = self._trusted()
        merged = None
        if self._folder is not None:
            merged = Handle(core.store_merge(store, self._folder.number))
            store = merged.number
        code, value = core.config(store, self._counters.number, settings)
        if code:
            raise failure(value, 0)
        return Handle(value)

    def _wrap_socket(self, sock, server_side, server_hostname=None, *, owner=None, session=None):
        both = None, None
        return opened(self, sock, both, server_side, server_hostname, owner, session)

    def _wrap_bio(
        self, incoming, outgoing, server_side, server_hostname=None, *, owner=None, session=None
    ):
        both = bios(incoming, outgoing)
        return opened(self, None, both, server_side, server_hostname, owner, session)

    # ---- certificates

    def load_cert_chain(self, certfile, keyfile=None, password=None):
        path = _path(certfile, "certfile")
        key_path = path if keyfile is None else _path(keyfile, "keyfile")
        if password is not None and not callable(password):
            password = _passphrase(password, "password should be a string or callable")
        certificates = _content(path)
        keys = certificates if key_path == path else _content(key_path)
        if core.needs_passphrase(keys) and callable(password):
            password = _passphrase(password(), "password callback must return a string")
        given = password if isinstance(password, bytes) else None
        code, value = core.identity(certificates, keys, given)
        if code:
            raise _refused(code)
        handle = Handle(value)
        # A certificate takes the place of one with a key of the same kind.
        kind = _key_kind(certificates)
        others = tuple(pair for pair in self._identities if pair[1] != kind)
        self._identities = (*others, (handle, kind))
        self._changed()

    def load_verify_locations(self, cafile=None, capath=None, cadata=None):
        if cafile is None and capath is None and cadata is None:
            raise TypeError("cafile, capath and cadata cannot be all omitted")
        if cafile is not None:
            cafile = _path(cafile, "cafile")
        if capath is not None:
            capath = _path(capath, "capath")
        if cadata is not None:
            self._add_data(cadata)
        if cafile is not None:
            self._add_file(cafile)
        if capath is not None:
            self._add_folder(capath)

    def _add(self, content, kind):
        """Adds certificates to the store: how many, and how many lists of the revoked."""
        number = 0 if self._store is None else self._store.number
        number, certificates, lists = core.store_add(number, content, kind)
        handle = Handle(number)
        if certificates + lists > 0:
            self._store = handle
            self._changed()
        return certificates, lists

    def _add_data(self, data):
        if isinstance(data, str):
            if not data.isascii():
                raise TypeError("cadata should be an ASCII string or a bytes-like object")
            content, kind, missing = data.encode(), 0, "no start line"
        else:
            try:
                content, kind, missing = bytes(memoryview(data)), 1, "not enough data"
            except TypeError:
                raise TypeError(
                    "cadata should be an ASCII string or a bytes-like object"
                ) from None
        if not content:
            raise ValueError("Empty certificate data")
        certificates, _ = self._add(content, kind)
        if not certificates or certificates == -1:
            text = f"{missing}: cadata does not contain a certificate (_ssl.c:{_LOADING_DATA})"
            raise SSLError(0, text)
        if certificates < 0:
            raise error_of(1, "ASN1", "NOT_ENOUGH_DATA", "not enough data", _LOADING_DATA)

    def _add_file(self, path):
        found = self._store is None and os.stat(path)
        if found:
            known = _known_files.get(path)
            if known and known[0] == (found.st_mtime_ns, found.st_size, found.st_ino):
                self._store = known[1]
                self._changed()
                return
        certificates, lists = self._add(_content(path), 0)
        if certificates < 0:
            raise error_of(9, "X509", None, "PEM lib", _LOADING_FILE)
        if not certificates + lists:
            text = "no certificate or crl found"
            raise error_of(136, "X509", "NO_CERTIFICATE_OR_CRL_FOUND", text, _LOADING_FILE)
        if found and len(_known_files) < 16:
            key = found.st_mtime_ns, found.st_size, found.st_ino
            _known_files[path] = key, self._store

    def _add_folder(self, folder):
        """Adds the files of a folder that have names as OpenSSL looks for them."""
        try:
            names = sorted(os.listdir(folder))
        except OSError:
            return
        number = 0 if self._folder is None else self._folder.number
        for name in names:
            front, dot, last = name.rpartition(b".")
            if len(front) != 8 or not last.isdigit():
                continue
            try:
                content = _content(os.path.join(folder, name))
            except OSError:
                continue
            self._folder = Handle(core.store_add(number, content, 0)[0])
            number = self._folder.number
        self._changed()

    def _note_used(self, chain):
        """Certificates of folders are known when they have been used."""
        if chain and chain[-1] not in self._used:
            self._used = (*self._used, chain[-1])

    def _known(self):
        """The number of the store, with what was used of folders, and its handle."""
        handle, number = None, self._trusted()
        for der in self._used:
            handle = Handle(core.store_add(number, der, 1)[0])
            number = handle.number
        return number, handle

    def set_default_verify_paths(self):
        file = os.environ.get("SSL_CERT_FILE")
        folder = os.environ.get("SSL_CERT_DIR")
        if file is None:
            file = default_file()
        has_file = file is not None and os.path.isfile(file)
        if has_file:
            try:
                self._add_file(os.fsencode(file))
            except SSLError:
                pass
        if folder is None:
            folder = None if has_file else default_folder()
        for one in () if folder is None else folder.split(":"):
            if not has_file or os.path.dirname(os.path.abspath(file)) != os.path.abspath(one):
                self._add_folder(os.fsencode(one))

    def cert_store_stats(self):
        number, handle = self._known()
        x509, crl, x509_ca = core.store_counts(number)
        return {"x509": x509, "crl": crl, "x509_ca": x509_ca}

    def get_ca_certs(self, binary_form=False):
        number, handle = self._known()
        found = core.store_authorities(number)
        return found if binary_form else [decoded(der) for der in found]

    # ---- ciphers, protocols

    def set_ciphers(self, cipherlist, /):
        suites, level = chosen(cipherlist)
        if not suites:
            raise SSLError("No cipher can be selected.")
        self._suites = suites
        if level is not None:
            self._level = level
        self._changed()

    def get_ciphers(self):
        return [shown(suite) for suite in NEWER + self._suites]

    def _set_alpn_protocols(self, protos, /):
        content, found = bytes(protos), []
        while content:
            length = content[0]
            found.append(content[1:1 + length])
            content = content[1 + length:]
        self._alpn = tuple(found)
        self._changed()

    def set_ecdh_curve(self, name, /):
        if isinstance(name, str):
            name = os.fsencode(name)
        curve = _CURVES.get(bytes(name).decode("latin-1"))
        if curve is None:
            raise ValueError(f"unknown elliptic curve name {bytes(name)!r}")
        self._curve = curve
        self._changed()

    def load_dh_params(self, path, /):
        content = _content(_path(path, "path"))
        if b"-----BEGIN DH PARAMETERS-----" not in content:
            text = "no start line"
            raise error_of(1, "PEM", "NO_START_LINE", text, _LOADING)

    def set_psk_client_callback(self, callback):
        raise NotImplementedError("TLS-PSK is not supported by your OpenSSL version.")

    def set_psk_server_callback(self, callback, identity_hint=None):
        raise NotImplementedError("TLS-PSK is not supported by your OpenSSL version.")

    def session_stats(self):
        names = (
            "number", "connect", "connect_good", "connect_renegotiate", "accept", "accept_good",
            "accept_renegotiate", "hits", "misses", "timeouts", "cache_full",
        )
        begun, done, _, accepted, good, hits = core.counted(self._counters.number)
        found = dict.fromkeys(names, 0)
        found.update(connect=begun, connect_good=done, accept=accepted, accept_good=good, hits=hits)
        return found

    # ---- attributes

    @property
    def protocol(self):
        return self._protocol

    @property
    def options(self):
        return self._options

    @options.setter
    def options(self, value):
        if not isinstance(value, int):
            raise TypeError(f"argument must be int, not {type(value).__name__}")
        if value < 0:
            raise ValueError("Cannot convert negative int")
        if value >> 64:
            raise OverflowError("int too big to convert")
        if value & ~self._options & _OP_NO_VERSION & ~OP_NO_SSLv3:
            _warn("ssl.OP_NO_SSL*/ssl.OP_NO_TLS* options are deprecated")
        self._options = int(value)
        self._changed()

    @property
    def verify_mode(self):
        return self._verify_mode

    @verify_mode.setter
    def verify_mode(self, value):
        if not isinstance(value, int):
            kind = type(value).__name__
            raise TypeError(f"'{kind}' object cannot be interpreted as an integer")
        if value not in (CERT_NONE, CERT_OPTIONAL, CERT_REQUIRED):
            raise ValueError("invalid value for verify_mode")
        if value == CERT_NONE and self._check_hostname:
            raise ValueError(
                "Cannot set verify_mode to CERT_NONE when check_hostname is enabled."
            )
        self._verify_mode = int(value)
        self._changed()

    @property
    def check_hostname(self):
        return self._check_hostname

    @check_hostname.setter
    def check_hostname(self, value):
        self._check_hostname = bool(value)
        if value and self._verify_mode == CERT_NONE:
            self._verify_mode = CERT_REQUIRED
        self._changed()

    @property
    def verify_flags(self):
        return self._flags

    @verify_flags.setter
    def verify_flags(self, value):
        self._flags = int(value)
        self._changed()

    @property
    def _host_flags(self):
        return self._hosts

    @_host_flags.setter
    def _host_flags(self, value):
        self._hosts = int(value)
        self._changed()

    @property
    def minimum_version(self):
        return self._minimum

    @minimum_version.setter
    def minimum_version(self, value):
        self._minimum = self._version(value, _MAXIMUM, _TLS13)
        self._changed()

    @property
    def maximum_version(self):
        return self._maximum

    @maximum_version.setter
    def maximum_version(self, value):
        self._maximum = self._version(value, _MINIMUM, _TLS12)
        self._changed()

    def _version(self, value, end, instead):
        if self._protocol not in (PROTOCOL_TLS, PROTOCOL_TLS_CLIENT, PROTOCOL_TLS_SERVER):
            raise ValueError(
                "The context's protocol doesn't support modification of highest and lowest version."
            )
        if value not in _VERSIONS:
            raise ValueError(f"Unsupported TLS/SSL version 0x{value & 0xffffffff:x}")
        if value in _OLD_VERSIONS:
            _warn(f"ssl.TLSVersion.{_OLD_VERSIONS[value]} is deprecated", 4)
        return instead if value == end else int(value)

    @property
    def security_level(self):
        """The current security level."""
        return self._level

    @property
    def num_tickets(self):
        """Control the number of TLSv1.3 session tickets."""
        return self._tickets

    @num_tickets.setter
    def num_tickets(self, value):
        if not isinstance(value, int):
            kind = type(value).__name__
            raise TypeError(f"'{kind}' object cannot be interpreted as an integer")
        if value < 0:
            raise ValueError("value must be non-negative")
        if self._protocol != PROTOCOL_TLS_SERVER:
            raise ValueError("SSLContext is not a server context.")
        self._tickets = value
        self._changed()

    @property
    def post_handshake_auth(self):
        return self._post

    @post_handshake_auth.setter
    def post_handshake_auth(self, value):
        self._post = bool(value)

    @property
    def sni_callback(self):
        """Set a callback that will be called when a server name is provided by the SSL/TLS client in the SNI extension.

If the argument is None then the callback is disabled. The method is called
with the SSLSocket, the server name as a string, and the SSLContext object."""
        return self._sni

    @sni_callback.setter
    def sni_callback(self, value):
        if self._protocol == PROTOCOL_TLS_CLIENT:
            raise ValueError("sni_callback cannot be set on TLS_CLIENT context")
        if value is not None and not callable(value):
            raise TypeError("not a callable object")
        self._sni = value

    @property
    def keylog_filename(self):
        return self._log

    @keylog_filename.setter
    def keylog_filename(self, value):
        if value is None:
            self._log = None
        else:
            path = os.fsencode(value)
            with open(path, "ab") as file:
                if not file.tell():
                    file.write(b"# TLS secrets log file, generated by OpenSSL / Python\n")
            self._log = value
        self._changed()

    @keylog_filename.deleter
    def keylog_filename(self):
        raise AttributeError("keylog_filename cannot be deleted")

    @property
    def _msg_callback(self):
        return self._messages

    @_msg_callback.setter
    def _msg_callback(self, value):
        if value is not None and not callable(value):
            raise TypeError(f"{value} is not callable.")
        self._messages = value


def _key_kind(certificates):
    """Whether the key of the first certificate is one of RSA: one of each kind is kept."""
    from binascii import Error, a2b_base64

    body = certificates.partition(b"-----BEGIN CERTIFICATE-----")[2].partition(b"-----END")[0]
    try:
        der = a2b_base64(body)
    except Error:
        return None
    return b"\x2a\x86\x48\x86\xf7\x0d\x01\x01\x01\x05\x00\x03\x82" in der


def _passphrase(value, otherwise):
    if isinstance(value, str):
        value = value.encode()
    elif isinstance(value, (bytes, bytearray)):
        value = bytes(value)
    else:
        raise TypeError(otherwise)
    if len(value) > _PASSWORD_MAX:
        raise ValueError(f"password cannot be longer than {_PASSWORD_MAX} bytes")
    return value


def _refused(code):
    """The error for a chain that cannot be used."""
    if code == _NO_CERTIFICATE:
        return error_of(524297, "SSL", None, "PEM lib", _LOADING)
    if code == _MISMATCH:
        text = "key values mismatch"
        return error_of(116, "X509", "KEY_VALUES_MISMATCH", text, _LOADING_KEY)
    if code == _WRONG_PASSPHRASE:
        return error_of(478150756, "Provider routines", "BAD_DECRYPT", "bad decrypt", _LOADING_KEY)
    if code == _UNSUPPORTED:
        return error_of(1, "SSL", "UNKNOWN_CERTIFICATE_TYPE", "unknown certificate type", _LOADING_KEY)
    return error_of(524297, "SSL", None, "PEM lib", _LOADING_KEY)


def default_file():
    """Where the system has its trusted certificates in one file."""
    for path in (
        "/usr/lib/ssl/cert.pem", "/etc/ssl/certs/ca-certificates.crt",
        "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem",
    ):
        if os.path.exists(path):
            return path
    return "/etc/ssl/cert.pem"


def default_folder():
    return "/etc/ssl/certs"
