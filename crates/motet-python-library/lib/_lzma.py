"""Compression by xz and lzma, over `_coders_core`."""

import _motet_coders as _coders

FORMAT_AUTO, FORMAT_XZ, FORMAT_ALONE, FORMAT_RAW = range(4)
CHECK_NONE, CHECK_CRC32, CHECK_CRC64, CHECK_SHA256 = 0, 1, 4, 10
CHECK_ID_MAX, CHECK_UNKNOWN = 15, 16
FILTER_LZMA1, FILTER_LZMA2 = 0x4000000000000001, 0x21
(
    FILTER_DELTA, FILTER_X86, FILTER_POWERPC, FILTER_IA64, FILTER_ARM, FILTER_ARMTHUMB, FILTER_SPARC,
) = range(3, 10)
MF_HC3, MF_HC4, MF_BT2, MF_BT3, MF_BT4 = 0x03, 0x04, 0x12, 0x13, 0x14
MODE_FAST, MODE_NORMAL = 1, 2
PRESET_DEFAULT, PRESET_EXTREME = 6, 1 << 31

_MACHINES = range(FILTER_X86, FILTER_SPARC + 1)
_FIELDS = ("preset", "dict_size", "lc", "lp", "pb", "mode", "nice_len", "mf", "depth")
_DICTIONARY_BYTES = [1 << power for power in (18, 20, 21, 22, 22, 23, 23, 24, 25, 26)]


class LZMAError(Exception):
    """Call to liblzma failed."""


_REASONS = {
    _coders.FORMAT: "Input format not supported by decoder", _coders.DATA: "Corrupt input data",
    _coders.OPTIONS: "Invalid or unsupported options",
    _coders.MEMORY_LIMIT: "Memory usage limit exceeded",
    _coders.CHECK: "Unsupported integrity check", _coders.SEQUENCE: "Internal error",
}


def _fail(self, number, text):
    if number == _coders.MEMORY:
        raise MemoryError
    raise LZMAError(_REASONS.get(number, f"Unrecognized error from liblzma: {number}"))


def _number(value, bits=32):
    if not hasattr(value, "__index__"):
        raise TypeError(f"'{type(value).__name__}' object cannot be interpreted as an integer")
    value = value.__index__()
    if value < 0:
        raise ValueError("Cannot convert negative int")
    if value >> bits:
        raise OverflowError("Python int too large for C uint%d_t" % bits)
    return value


def _flat(filter):
    """A filter as `_coders_core` has it."""
    if not hasattr(filter, "keys"):
        raise TypeError("Filter specifier must be a dict or dict-like object")
    try:
        kind = filter["id"]
    except KeyError:
        raise ValueError('Filter specifier must have an "id" entry') from None
    kind = _number(kind, 64)
    if kind in (FILTER_LZMA1, FILTER_LZMA2):
        allowed = _FIELDS
        numbers = [_number(filter[name]) if name in filter else -1 for name in _FIELDS]
        if numbers[0] < 0:
            numbers[0] = PRESET_DEFAULT
        if not _is_preset(numbers[0]):
            raise LZMAError(f"Invalid compression preset: {numbers[0]}")
    elif kind == FILTER_DELTA:
        allowed = ("dist",)
        numbers = [_number(filter["dist"]) if "dist" in filter else 1]
    elif kind in _MACHINES:
        allowed = ("start_offset",)
        numbers = [_number(filter["start_offset"]) if "start_offset" in filter else 0]
    else:
        raise ValueError(f"Invalid filter ID: {kind}")
    if any(name != "id" and name not in allowed for name in filter.keys()):
        name = "LZMA" if len(numbers) > 1 else "delta" if kind == FILTER_DELTA else "BCJ"
        raise ValueError(f"Invalid filter specifier for {name} filter")
    return kind, len(numbers), *numbers


def _chain(filters, may_be_empty=False):
    if isinstance(filters, dict):
        raise TypeError("dict is not a sequence")
    count = len(filters)
    if count > 4:
        raise ValueError("Too many filters - liblzma supports a maximum of 4")
    if not count and not may_be_empty:
        # The words of liblzma.
        raise LZMAError("Internal error")
    made = []
    for place in range(count):
        made += _flat(filters[place])
    return tuple(made)


def _is_preset(preset):
    return preset & 31 < 10 and not preset & ~(31 | PRESET_EXTREME)


def is_check_supported(check_id, /):
    return _coders.c_int(check_id) in (CHECK_NONE, CHECK_CRC32, CHECK_CRC64, CHECK_SHA256)


class LZMACompressor(_coders.Compressor):
    """LZMACompressor(format=FORMAT_XZ, check=-1, preset=None, filters=None)"""

    _fail = _fail

    def __init__(self, format=FORMAT_XZ, check=-1, preset=None, filters=None):
        if preset is not None and filters is not None:
            raise ValueError("Cannot specify both preset and filter chain")
        format, check = _coders.c_int(format), _coders.c_int(check)
        preset = PRESET_DEFAULT if preset is None else _number(preset)
        if format not in (FORMAT_XZ, FORMAT_ALONE, FORMAT_RAW):
            raise ValueError(f"Invalid container format: {format}")
        if check != -1 and format != FORMAT_XZ:
            raise ValueError("Integrity checks are only supported by FORMAT_XZ")
        if format == FORMAT_RAW:
            if filters is None:
                raise ValueError("Must specify filters for FORMAT_RAW")
            kind, settings = "raw write", _chain(filters)
        else:
            if filters is None and not _is_preset(preset):
                if format == FORMAT_XZ:
                    raise LZMAError("Invalid or unsupported options")
                raise LZMAError(f"Invalid compression preset: {preset}")
            if format == FORMAT_XZ:
                own = FILTER_LZMA2, 1, preset
                check = CHECK_CRC64 if check == -1 else check
                kind, settings = "xz write", (check, *(own if filters is None else _chain(filters)))
            else:
                kind = "alone write"
                own = FILTER_LZMA1, 1, preset
                settings = own if filters is None else _chain(filters, may_be_empty=True)
                if settings[:1] != (FILTER_LZMA1,) or len(settings) > 2 + settings[1]:
                    raise ValueError(
                        "Invalid filter chain for FORMAT_ALONE - must be a single LZMA1 filter"
                    )
        self._start(kind, settings)
        # Settings without a meaning are to fail now.
        self._checked_settings()

    def _checked_settings(self):
        step = _coders._core.once(self._kind, self._settings, b"", b"", _coders.RUN, 0)
        if len(step) == 2 and step[0] != _coders.DATA:
            self._fail(*step)


class LZMADecompressor(_coders.Reader):
    """LZMADecompressor(format=FORMAT_AUTO, memlimit=None, filters=None)"""

    _fail = _fail
    _after_end = "Already at end of stream"

    def __new__(cls, format=FORMAT_AUTO, memlimit=None, filters=None):
        self = super().__new__(cls)
        format = _coders.c_int(format)
        limit = -1
        if memlimit is not None:
            if format == FORMAT_RAW:
                raise ValueError("Cannot specify memory limit with FORMAT_RAW")
            limit = min(_number(memlimit, 64), (1 << 63) - 1)
        if format == FORMAT_RAW and filters is None:
            raise ValueError("Must specify filters for FORMAT_RAW")
        if format != FORMAT_RAW and filters is not None:
            raise ValueError("Cannot specify filters except with FORMAT_RAW")
        kinds = {FORMAT_AUTO: "auto read", FORMAT_XZ: "xz read", FORMAT_ALONE: "alone read"}
        self._check = CHECK_UNKNOWN if format in (FORMAT_AUTO, FORMAT_XZ) else CHECK_NONE
        self._head = b"" if self._check == CHECK_UNKNOWN else None
        if format == FORMAT_RAW:
            self._start("raw read", _chain(filters))
            step = _coders._core.once(self._kind, self._settings, b"", b"", _coders.RUN, 0)
            if len(step) == 2:
                self._fail(*step)
        elif format in kinds:
            self._start(kinds[format], (limit,))
        else:
            raise ValueError(f"Invalid container format: {format}")
        return self

    @property
    def check(self):
        return self._check

    def decompress(self, data, max_length=-1):
        with self._lock:
            if self._head is not None and not self._eof:
                self._look(_coders.as_bytes(data))
            return self._get(data, _coders.c_size(max_length))

    def _look(self, data):
        """The head of a stream names its check."""
        head = self._head = (self._head + data[:12])[:12]
        if head[:6] != b"\xfd7zXZ\0"[:len(head)]:
            self._check, self._head = CHECK_NONE, None
        elif len(head) == 12:
            self._check, self._head = head[7] & 15, None


def _encode_filter_properties(filter, /):
    kind, _, *numbers = _flat(filter)
    if kind in (FILTER_LZMA1, FILTER_LZMA2):
        preset, size, lc, lp, pb, *_ = numbers
        size = _DICTIONARY_BYTES[preset & 31] if size < 0 else size
        lc, lp, pb = (3 if lc < 0 else lc), max(lp, 0), (2 if pb < 0 else pb)
        if lc + lp > 4 or pb > 4 or size < 4096:
            raise LZMAError("Invalid or unsupported options")
        if kind == FILTER_LZMA1:
            return bytes([(pb * 5 + lp) * 9 + lc]) + size.to_bytes(4, "little")
        code = 0
        while code < 40 and (2 | code & 1) << (code // 2 + 11) < size:
            code += 1
        return bytes([code])
    number = numbers[0]
    if kind == FILTER_DELTA:
        if not 1 <= number <= 256:
            raise LZMAError("Invalid or unsupported options")
        return bytes([number - 1])
    return number.to_bytes(4, "little") if number else b""


def _decode_filter_properties(filter_id, encoded_props, /):
    kind, encoded = _number(filter_id, 64), _coders.as_bytes(encoded_props)
    made = {"id": kind}
    wrong = LZMAError("Invalid or unsupported options")
    if kind == FILTER_LZMA1:
        if len(encoded) != 5 or encoded[0] >= 225:
            raise wrong
        rest, lc = divmod(encoded[0], 9)
        pb, lp = divmod(rest, 5)
        if lc + lp > 4:
            raise wrong
        return made | {
            "dict_size": int.from_bytes(encoded[1:], "little"), "lc": lc, "lp": lp, "pb": pb,
        }
    if kind == FILTER_LZMA2:
        if len(encoded) != 1 or encoded[0] > 40:
            raise wrong
        code = encoded[0]
        size = 0xffffffff if code == 40 else (2 | code & 1) << (code // 2 + 11)
        return made | {"dict_size": size}
    if kind == FILTER_DELTA:
        if len(encoded) != 1:
            raise wrong
        return made | {"dist": encoded[0] + 1}
    if kind not in _MACHINES:
        raise wrong
    if len(encoded) not in (0, 4):
        raise wrong
    return made | {"start_offset": int.from_bytes(encoded, "little")} if encoded else made


for _class in (LZMACompressor, LZMADecompressor, LZMAError):
    _class.__module__ = "_lzma"
