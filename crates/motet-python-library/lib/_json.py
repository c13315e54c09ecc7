"""JSON in one pass: the face of `_json_core`."""

import _json_core


def encode_basestring_ascii(string, /):
    """Return an ASCII-only JSON representation of a Python string."""
    return _json_core.quote(string, True)


def encode_basestring(string, /):
    """Return a JSON representation of a Python string."""
    return _json_core.quote(string, False)


def scanstring(string, end, strict=True, /):
    """Scan the string for a JSON string that begins before end: (it, index after it)."""
    return _json_core.scan_string(string, end, bool(strict))


class make_scanner:
    """JSON scanner object: a call reads the value at a place of a text."""

    __module__ = "_json"

    def __init__(self, context):
        self.strict = bool(context.strict)
        self.object_hook = context.object_hook
        self.object_pairs_hook = context.object_pairs_hook
        self.parse_float = context.parse_float
        self.parse_int = context.parse_int
        self.parse_constant = context.parse_constant
        self._hooks = (
            self.strict, self.object_hook, self.object_pairs_hook,
            None if self.parse_float is float else self.parse_float,
            None if self.parse_int is int else self.parse_int,
            self.parse_constant,
        )

    def __call__(self, string, idx):
        return _json_core.scan(string, idx, *self._hooks)


class make_encoder:
    """JSON encoder object: a call writes a value, a tuple of texts."""

    __module__ = "_json"

    def __init__(
        self, markers, default, encoder, indent, key_separator, item_separator, sort_keys,
        skipkeys, allow_nan,
    ):
        if markers is not None and not isinstance(markers, dict):
            name = type(markers).__name__
            raise TypeError(f"make_encoder() argument 1 must be dict or None, not {name}")
        self.markers = markers
        self.default = default
        self.encoder = encoder
        self.indent = indent
        self.key_separator = key_separator
        self.item_separator = item_separator
        self.sort_keys = bool(sort_keys)
        self.skipkeys = bool(skipkeys)
        self.allow_nan = bool(allow_nan)
        if encoder is encode_basestring_ascii:
            encoder = True
        elif encoder is encode_basestring:
            encoder = False
        self._settings = (
            markers is not None, default, encoder, indent, key_separator, item_separator,
            self.sort_keys, self.skipkeys, self.allow_nan,
        )

    def __call__(self, obj, _current_indent_level):
        return (_json_core.encode(obj, _current_indent_level, self._settings),)
