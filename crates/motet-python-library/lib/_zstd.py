"""Compression by zstd, over `_coders_core`. A frame is compressed by one thread, for any
`nb_workers`; `finalize_dict` is missing."""

import _coders_core as _core
import _motet_coders as _coders

zstd_version, zstd_version_number = "1.5.7", 10507
ZSTD_CLEVEL_DEFAULT, ZSTD_DStreamOutSize = 3, 131072
(
    ZSTD_c_compressionLevel, ZSTD_c_windowLog, ZSTD_c_hashLog, ZSTD_c_chainLog, ZSTD_c_searchLog,
    ZSTD_c_minMatch, ZSTD_c_targetLength, ZSTD_c_strategy,
) = range(100, 108)
(
    ZSTD_c_enableLongDistanceMatching, ZSTD_c_ldmHashLog, ZSTD_c_ldmMinMatch,
    ZSTD_c_ldmBucketSizeLog, ZSTD_c_ldmHashRateLog,
) = range(160, 165)
ZSTD_c_contentSizeFlag, ZSTD_c_checksumFlag, ZSTD_c_dictIDFlag = 200, 201, 202
ZSTD_c_nbWorkers, ZSTD_c_jobSize, ZSTD_c_overlapLog = 400, 401, 402
ZSTD_d_windowLogMax = 100
(
    ZSTD_fast, ZSTD_dfast, ZSTD_greedy, ZSTD_lazy, ZSTD_lazy2, ZSTD_btlazy2, ZSTD_btopt,
    ZSTD_btultra, ZSTD_btultra2,
) = range(1, 10)

# Name and bounds of each parameter.
_COMPRESSION = {
    100: ("compression_level", -131072, 22), 101: ("window_log", 10, 31), 102: ("hash_log", 6, 30),
    103: ("chain_log", 6, 30), 104: ("search_log", 1, 30), 105: ("min_match", 3, 7),
    106: ("target_length", 0, 131072), 107: ("strategy", 1, 9),
    160: ("enable_long_distance_matching", 0, 2), 161: ("ldm_hash_log", 6, 30),
    162: ("ldm_min_match", 4, 4096), 163: ("ldm_bucket_size_log", 1, 8),
    164: ("ldm_hash_rate_log", 0, 25), 200: ("content_size_flag", 0, 1),
    201: ("checksum_flag", 0, 1), 202: ("dict_id_flag", 0, 1), 400: ("nb_workers", 0, 256),
    401: ("job_size", 0, 1 << 30), 402: ("overlap_log", 0, 9),
}
_DECOMPRESSION = {100: ("window_log_max", 10, 31)}
# These may be 0 outside of their bounds too: the value is that of the level.
_NEVER_FREE = (100, 200, 201, 202)
_types = [None, None]


class ZstdError(Exception):
    """An error occurred in the zstd library."""


def set_parameter_types(c_parameter_type, d_parameter_type):
    for name, value in (("c", c_parameter_type), ("d", d_parameter_type)):
        if not isinstance(value, type):
            raise TypeError(
                f"set_parameter_types() argument '{name}_parameter_type' must be type, not "
                f"{type(value).__name__}"
            )
    _types[:] = c_parameter_type, d_parameter_type


def get_param_bounds(parameter, is_compress):
    table = _COMPRESSION if is_compress else _DECOMPRESSION
    if parameter not in table:
        raise ZstdError(
            f"Unable to get zstd {'' if is_compress else 'de'}compression parameter bounds: "
            "Unsupported parameter"
        )
    return table[parameter][1:]


def _small(value):
    if not hasattr(value, "__index__"):
        what = type(value).__name__
        raise TypeError(f"'{what}' object cannot be interpreted as an integer")
    value = value.__index__()
    if not -1 << 31 <= value < 1 << 31:
        raise OverflowError("Python int too large to convert to C int")
    return value


def _level(level):
    if not -1 << 31 <= level < 1 << 31:
        raise ValueError("illegal compression level; the valid range is [-131072, 22]")
    if not -131072 <= level <= 22:
        raise ValueError(
            f"illegal compression level {level}; the valid range is [-131072, 22]"
        )
    return level


def _settings(options, table, what):
    """The settings of `_coders_core` that options are."""
    wrong = _types[table is _COMPRESSION]
    made = []
    for key, value in options.items():
        if wrong is not None and isinstance(key, wrong):
            name = "a DecompressionParameter" if what == "compression" else "a CompressionParameter"
            raise TypeError(f"{what} options dictionary key must not be {name} attribute")
        key, value = _small(key), _small(value)
        if key not in table:
            raise ValueError(f"invalid {what} parameter 'unknown parameter (key {key})'")
        name, least, most = table[key]
        if key == 100 and what == "compression":
            _level(value)
        elif not least <= value <= most and not (value == 0 and key not in _NEVER_FREE):
            raise ValueError(
                f"{what} parameter '{name}' received an illegal value {value}; "
                f"the valid range is [{least}, {most}]"
            )
        if key < 400:
            made += key, value
    return tuple(made)


class ZstdDict:
    """Represents a Zstandard dictionary."""

    def __new__(cls, dict_content, /, *, is_raw=False):
        content = _coders.as_bytes(dict_content)
        if len(content) < 8:
            raise ValueError(
                "Zstandard dictionary content too short (must have at least eight bytes)"
            )
        number = _core.dictionary_number(content)
        if not number and not is_raw:
            raise ValueError("invalid Zstandard dictionary")
        self = object.__new__(cls)
        self._content, self._number = content, number
        return self

    dict_content = property(lambda self: self._content)
    dict_id = property(lambda self: self._number)
    as_digested_dict = property(lambda self: (self, 0))
    as_undigested_dict = property(lambda self: (self, 1))
    as_prefix = property(lambda self: (self, 2))

    def __len__(self):
        return len(self._content)

    def __repr__(self):
        return f"<ZstdDict dict_id={self._number} dict_size={len(self._content)}>"

    def __reduce_ex__(self, protocol):
        raise TypeError("cannot pickle 'compression.zstd.ZstdDict' object")


def _dictionary(given):
    if given is None:
        return b""
    if isinstance(given, tuple) and len(given) == 2 and isinstance(given[0], ZstdDict):
        dictionary, way = given
        is_known = isinstance(way, int) and _small(way) in (0, 1, 2)
        given = dictionary if is_known else None
    if not isinstance(given, ZstdDict):
        raise TypeError("zstd_dict argument should be a ZstdDict object.")
    return given._content


def _check_options(options, name):
    if options is not None and not isinstance(options, dict):
        what = type(options).__name__
        raise TypeError(f"{name}() argument 'options' must be dict, not {what}")


class ZstdCompressor(_coders.Writer):
    """Create a compressor object for compressing data incrementally."""

    CONTINUE, FLUSH_BLOCK, FLUSH_FRAME = range(3)

    def __new__(cls, level=None, options=None, zstd_dict=None):
        if level is not None and options is not None:
            raise TypeError("Only one of level or options should be used.")
        if level is not None and not isinstance(level, int):
            raise TypeError("invalid type for level, expected int")
        _check_options(options, "ZstdCompressor")
        settings = ()
        if level is not None:
            settings = 100, _level(level)
        elif options is not None:
            settings = _settings(options, _COMPRESSION, "compression")
        self = super().__new__(cls)
        self._start("zstd write", settings, _dictionary(zstd_dict))
        self._all_settings, self._mode, self._goes_on, self._pledged = settings, 2, False, None
        self._taken_bytes = 0
        return self

    last_mode = property(lambda self: self._mode)

    def _fail(self, number, text):
        self._reset()
        raise ZstdError(f"Unable to compress Zstandard data: {text or 'invalid settings'}")

    def _reset(self):
        self._close()
        self._pending, self._pending_bytes = [], 0
        self._mode, self._goes_on, self._pledged = self.FLUSH_FRAME, False, None
        self._settings, self._taken_bytes = self._all_settings, 0

    def _step(self, data, mode):
        with self._lock:
            if mode != self.FLUSH_FRAME:
                self._goes_on = True
            elif not self._goes_on:
                # A frame in one piece has the size of that.
                self._pledged = None
            if self._handle is None:
                self._settings = self._all_settings
                if self._pledged is not None:
                    # The core takes sizes with a sign.
                    self._settings += -1, min(self._pledged, (1 << 63) - 1)
                elif self._goes_on:
                    # The head of a frame that is begun before its end is known has no size.
                    self._settings += 200, 0
            self._taken_bytes += len(data)
            if self._breaks_pledge(mode):
                self._fail(0, "Src size is incorrect")
            out = self._put(data, mode)
            self._mode = mode
            if mode == self.FLUSH_FRAME:
                self._goes_on, self._pledged, self._taken_bytes = False, None, 0
            return out

    def _breaks_pledge(self, mode):
        """Whether a frame has got more than was pledged, or ends with less."""
        pledged, taken = self._pledged, self._taken_bytes
        return pledged is not None and (
            taken > pledged or (mode == self.FLUSH_FRAME and taken < pledged)
        )

    def compress(self, data, mode=CONTINUE):
        if mode not in (0, 1, 2):
            raise ValueError(
                "mode argument wrong value, it should be one of ZstdCompressor.CONTINUE, "
                "ZstdCompressor.FLUSH_BLOCK, ZstdCompressor.FLUSH_FRAME."
            )
        return self._step(_coders.as_bytes(data), mode)

    def flush(self, mode=FLUSH_FRAME):
        if mode not in (1, 2):
            raise ValueError(
                "mode argument wrong value, it should be ZstdCompressor.FLUSH_FRAME or "
                "ZstdCompressor.FLUSH_BLOCK."
            )
        return self._step(b"", mode)

    def set_pledged_input_size(self, size, /):
        if size is not None:
            if not isinstance(size, int):
                what = type(size).__name__
                raise TypeError(f"'{what}' object cannot be interpreted as an integer")
            if not 0 <= size < (1 << 64) - 2:
                raise ValueError(
                    "size argument should be a positive int less than 18446744073709551614"
                )
        with self._lock:
            if self._mode != self.FLUSH_FRAME:
                raise ValueError(
                    "set_pledged_input_size() method must be called when last_mode == FLUSH_FRAME"
                )
            self._pledged = size


class ZstdDecompressor(_coders.Reader):
    """Create a decompressor object for decompressing data incrementally."""

    _after_end = "Already at the end of a Zstandard frame."

    def __new__(cls, zstd_dict=None, options=None):
        _check_options(options, "ZstdDecompressor")
        settings = _settings(options, _DECOMPRESSION, "decompression") if options else ()
        self = super().__new__(cls)
        self._start("zstd read", settings, _dictionary(zstd_dict))
        return self

    def _fail(self, number, text):
        self._close()
        self._input = b""
        raise ZstdError(f"Unable to decompress Zstandard data: {text or 'invalid settings'}")

    def decompress(self, data, max_length=-1):
        with self._lock:
            return self._get(data, _coders.c_size(max_length))


def get_frame_info(frame_buffer):
    found = _core.frame_info(_coders.as_bytes(frame_buffer))
    if found is None:
        raise ZstdError(
            "Error when getting information from the header of a Zstandard frame. Ensure the "
            "frame_buffer argument starts from the beginning of a frame, and its length is not "
            "less than the frame header (6~18 bytes)."
        )
    return found


def get_frame_size(frame_buffer):
    found = _core.frame_length(_coders.as_bytes(frame_buffer))
    if isinstance(found, tuple):
        raise ZstdError(
            "Error when finding the compressed size of a Zstandard frame. Ensure the frame_buffer "
            "argument starts from the beginning of a frame, and its length is not less than this "
            f"complete frame. Zstd error message: {found[1]}."
        )
    return found


def _check(value, wanted, name, number):
    if not isinstance(value, wanted):
        what = type(value).__name__
        raise TypeError(f"{name}() argument {number} must be {wanted.__name__}, not {what}")


def _check_samples(name, first, samples_bytes, samples_sizes, dict_size):
    _check(samples_bytes, bytes, name, first)
    _check(samples_sizes, tuple, name, first + 1)
    if not isinstance(dict_size, int):
        what = type(dict_size).__name__
        raise TypeError(f"'{what}' object cannot be interpreted as an integer")
    if not all(isinstance(size, int) for size in samples_sizes):
        raise TypeError("an integer is required")
    if sum(samples_sizes) != len(samples_bytes) or min(samples_sizes, default=0) < 0:
        raise ValueError("The samples size tuple doesn't match the concatenation's size.")
    if dict_size <= 0:
        raise ValueError("dict_size argument should be positive number.")


def train_dict(samples_bytes, samples_sizes, dict_size, /):
    _check_samples("train_dict", 1, samples_bytes, samples_sizes, dict_size)
    made = _core.train(samples_bytes, samples_sizes, dict_size)
    if isinstance(made, tuple):
        raise ZstdError(f"Unable to train the Zstandard dictionary: {made[1]}")
    return made


def finalize_dict(custom_dict_bytes, samples_bytes, samples_sizes, dict_size, compression_level, /):
    _check(custom_dict_bytes, bytes, "finalize_dict", 1)
    _check_samples("finalize_dict", 2, samples_bytes, samples_sizes, dict_size)
    if not isinstance(compression_level, int):
        what = type(compression_level).__name__
        raise TypeError(f"'{what}' object cannot be interpreted as an integer")
    raise NotImplementedError("finalize_dict() is missing; train_dict() makes a dictionary")


for _class in (ZstdCompressor, ZstdDecompressor, ZstdDict, ZstdError):
    _class.__module__ = "compression.zstd"
