"""Compression. Streams keep their state from call to call in the heap (`_zlib_core`)."""

import _thread
import _zlib_core
from _motet_coders import c_int as _int, c_size as _size
from _zlib_core import adler32, crc32

DEFLATED = 8
DEF_BUF_SIZE = 16384
DEF_MEM_LEVEL = 8
MAX_WBITS = 15
Z_NO_COMPRESSION, Z_BEST_SPEED, Z_BEST_COMPRESSION, Z_DEFAULT_COMPRESSION = 0, 1, 9, -1
Z_DEFAULT_STRATEGY, Z_FILTERED, Z_HUFFMAN_ONLY, Z_RLE, Z_FIXED = range(5)
Z_NO_FLUSH, Z_PARTIAL_FLUSH, Z_SYNC_FLUSH, Z_FULL_FLUSH, Z_FINISH, Z_BLOCK, Z_TREES = range(7)
ZLIB_VERSION = ZLIB_RUNTIME_VERSION = "1.3.1"
ZLIBNG_VERSION = ""
__version__ = "1.0"

# Input is compressed in pieces of about this size.
_PIECE_BYTES = 1 << 17
_WINDOW_BYTES = 1 << 15


class error(Exception):
    pass


error.__module__ = "zlib"


def _bytes(data):
    if isinstance(data, str):
        raise TypeError("a bytes-like object is required, not 'str'")
    return data if type(data) is bytes else bytes(memoryview(data))


def _kind(wbits, reads):
    """The wrapping of a stream: "raw", "zlib", "gzip", or (when reading) "any"."""
    wbits = _int(wbits)
    if -15 <= wbits <= -8:
        return "raw"
    if 9 <= wbits <= 15 or (reads and wbits in (0, 8)):
        return "zlib"
    if 25 <= wbits <= 31 or (reads and wbits in (16, 24)):
        return "gzip"
    if reads and (40 <= wbits <= 47 or wbits == 32):
        return "any"
    raise ValueError("Invalid initialization option")


def compress(data, /, level=-1, wbits=MAX_WBITS):
    level, wbits = _int(level), _int(wbits)
    if not -1 <= level <= 9:
        raise error("Bad compression level")
    stream = _Compress(level, wbits)
    return stream.compress(data) + stream.flush()


def decompress(data, /, wbits=MAX_WBITS, bufsize=DEF_BUF_SIZE):
    wbits, bufsize = _int(wbits), _size(bufsize)
    if bufsize < 0:
        raise ValueError("bufsize must be non-negative")
    if wbits == MAX_WBITS and type(data) is bytes:
        out = _zlib_core.inflate_whole(data)
        if out is not None:
            return out
    stream = _Decompress(wbits, b"")
    out = stream.decompress(data)
    if not stream.eof:
        raise error("Error -5 while decompressing data: incomplete or truncated stream")
    return out


def compressobj(
    level=-1, method=DEFLATED, wbits=MAX_WBITS, memLevel=DEF_MEM_LEVEL,
    strategy=Z_DEFAULT_STRATEGY, zdict=None,
):
    level, method, wbits = _int(level), _int(method), _int(wbits)
    memLevel, strategy = _int(memLevel), _int(strategy)
    if method != DEFLATED or not 0 <= strategy <= 4 or not -1 <= level <= 9 or not 1 <= memLevel <= 9:
        raise ValueError("Invalid initialization option")
    return _Compress(level, wbits, b"" if zdict is None else _bytes(zdict))


def decompressobj(wbits=MAX_WBITS, zdict=b""):
    return _Decompress(wbits, _bytes(zdict))


class _Compress:
    _motet_closed = True

    def __init__(self, level, wbits, dictionary=b""):
        self._kind = _kind(wbits, False)
        self._level = level
        self._lock = _thread.RLock()
        self._pending = []
        self._pending_bytes = 0
        self._window = dictionary
        self._sum = 0 if self._kind == "gzip" else 1
        self._total = 0
        self._head = self._header(dictionary)
        self._ended = False

    def _header(self, dictionary):
        if self._kind == "raw":
            return b""
        if self._kind == "gzip":
            extra = 2 if self._level == 9 else 4 if self._level == 1 else 0
            return b"\x1f\x8b\x08\0\0\0\0\0" + bytes([extra, 3])
        level = self._level
        grade = 0 if level in (0, 1) else 1 if 2 <= level <= 5 else 2 if level in (6, -1) else 3
        head = 0x7800 | grade << 6 | (0x20 if dictionary else 0)
        head += 31 - head % 31
        made = head.to_bytes(2)
        return made + adler32(dictionary).to_bytes(4) if dictionary else made

    def compress(self, data, /):
        data = _bytes(data)
        with self._lock:
            self._check()
            out, self._head = self._head, b""
            if not data:
                return out
            check = crc32 if self._kind == "gzip" else adler32
            self._sum = check(data, self._sum)
            self._total += len(data)
            self._pending.append(data)
            self._pending_bytes += len(data)
            if self._pending_bytes >= _PIECE_BYTES:
                out += self._piece(False)
            return out

    def _check(self):
        if self._ended:
            raise error("Error -2 while compressing data: inconsistent stream state")

    def _piece(self, is_last):
        data = b"".join(self._pending)
        self._pending, self._pending_bytes = [], 0
        out = _zlib_core.deflate(data, self._level, self._window, is_last)
        if not is_last:
            kept = data[-_WINDOW_BYTES:]
            self._window = (self._window + kept)[-_WINDOW_BYTES:]
        return out

    def flush(self, mode=Z_FINISH, /):
        with self._lock:
            if mode == Z_NO_FLUSH:
                return b""
            self._check()
            out, self._head = self._head, b""
            if mode != Z_FINISH:
                out += self._piece(False)
                if mode == Z_FULL_FLUSH:
                    self._window = b""
                return out
            self._ended = True
            out += self._piece(True)
            if self._kind == "zlib":
                out += self._sum.to_bytes(4)
            elif self._kind == "gzip":
                out += self._sum.to_bytes(4, "little")
                out += (self._total & 0xffffffff).to_bytes(4, "little")
            return out

    def copy(self):
        with self._lock:
            if self._ended:
                raise ValueError("Inconsistent stream state")
            made = object.__new__(type(self))
            made.__dict__.update(self.__dict__)
            made._pending = list(self._pending)
            made._lock = _thread.RLock()
            return made

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo, /):
        return self.copy()


_Compress.__name__ = _Compress.__qualname__ = "Compress"


class _Stream:
    """Reads a stream of any kind. Input that it has not used yet is in `_input`."""

    _motet_closed = True

    def _start(self, wbits, dictionary):
        self._kind = _kind(wbits, True)
        self._dictionary = dictionary
        self._lock = _thread.RLock()
        self._state = b""
        self._window = dictionary if self._kind == "raw" else b""
        self._input = b""
        self._sum = 1
        self._total = 0
        # "head", "body", "tail", "end"
        self._part = "body" if self._kind == "raw" else "head"

    def _read(self, most):
        """The output for the input, at most so many bytes if that is not negative."""
        if self._part == "head" and not self._read_head():
            return b""
        out = b""
        if self._part == "body":
            self._state, self._window, out, taken, how = _zlib_core.inflate(
                self._state, self._window, self._input, most
            )
            self._input = self._input[taken:]
            if how == 3:
                raise error("Error -3 while decompressing data: invalid data")
            check = crc32 if self._kind == "gzip" else adler32
            if self._kind != "raw":
                self._sum = check(out, self._sum)
            self._total += len(out)
            if how == 1:
                self._part = "end" if self._kind == "raw" else "tail"
        if self._part == "tail":
            self._read_tail()
        return out

    def _read_head(self):
        data = self._input
        if len(data) < 2:
            return False
        if self._kind == "any":
            self._kind = "gzip" if data[:2] == b"\x1f\x8b" else "zlib"
        if self._kind == "gzip":
            return self._read_gzip_head(data)
        if int.from_bytes(data[:2]) % 31:
            raise error("Error -3 while decompressing data: incorrect header check")
        if data[0] & 15 != 8:
            raise error("Error -3 while decompressing data: unknown compression method")
        if data[0] >> 4 > 7:
            raise error("Error -3 while decompressing data: invalid window size")
        used = 2
        if data[1] & 0x20:
            if len(data) < 6:
                return False
            if not self._dictionary:
                raise error("Error 2 while decompressing data")
            if adler32(self._dictionary) != int.from_bytes(data[2:6]):
                raise error("Error -3 while setting zdict")
            self._window = self._dictionary[-_WINDOW_BYTES:]
            used = 6
        self._input = data[used:]
        self._part, self._sum = "body", 1
        return True

    def _read_gzip_head(self, data):
        if data[:2] != b"\x1f\x8b":
            raise error("Error -3 while decompressing data: incorrect header check")
        if len(data) < 10:
            return False
        if data[2] != 8:
            raise error("Error -3 while decompressing data: unknown compression method")
        flags, used = data[3], 10
        if flags & 0xe0:
            raise error("Error -3 while decompressing data: unknown header flags set")
        if flags & 4:
            if len(data) < used + 2:
                return False
            used += 2 + int.from_bytes(data[used:used + 2], "little")
        for flag in (8, 16):
            if flags & flag:
                end = data.find(b"\0", used)
                if end < 0:
                    return False
                used = end + 1
        if flags & 2:
            used += 2
        if len(data) < used:
            return False
        self._input = data[used:]
        self._part, self._sum = "body", 0
        return True

    def _read_tail(self):
        size = 4 if self._kind == "zlib" else 8
        if len(self._input) < size:
            return
        tail, self._input = self._input[:size], self._input[size:]
        if self._kind == "zlib":
            found = int.from_bytes(tail)
        else:
            found = int.from_bytes(tail[:4], "little")
            if int.from_bytes(tail[4:], "little") != self._total & 0xffffffff:
                raise error("Error -3 while decompressing data: incorrect length check")
        if found != self._sum:
            raise error("Error -3 while decompressing data: incorrect data check")
        self._part = "end"

    def _copied(self):
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__)
        made._lock = _thread.RLock()
        return made


class _Decompress(_Stream):
    def __init__(self, wbits, dictionary):
        self._start(wbits, dictionary)
        self.unused_data = b""
        self.unconsumed_tail = b""
        # The end was flushed: nothing is left that could be copied.
        self._is_over = False

    @property
    def eof(self):
        return self._part == "end"

    def decompress(self, data, /, max_length=0):
        max_length = _size(max_length)
        if max_length < 0:
            raise ValueError("max_length must be non-negative")
        data = _bytes(data)
        with self._lock:
            if self._part == "end":
                self.unused_data += data
                return b""
            self._input += data
            out = self._read(max_length or -1)
            if self._part == "end":
                self.unused_data, self._input = self._input, b""
                self.unconsumed_tail = b""
            elif self._part == "body" and 0 < max_length:
                # Input whose output does not come now is given back: the caller gives it again.
                self.unconsumed_tail, self._input = self._input, b""
            else:
                self.unconsumed_tail = b""
            return out

    def flush(self, length=DEF_BUF_SIZE, /):
        length = _size(length)
        if length <= 0:
            raise ValueError("length must be greater than zero")
        with self._lock:
            tail, self.unconsumed_tail = self.unconsumed_tail, b""
            out = self.decompress(tail)
            self._is_over = self._part == "end"
            return out

    def copy(self):
        with self._lock:
            if self._is_over:
                raise ValueError("Inconsistent stream state")
            return self._copied()

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo, /):
        return self.copy()


_Decompress.__name__ = _Decompress.__qualname__ = "Decompress"


class _ZlibDecompressor(_Stream):
    """As the decompressors of other modules: output that does not come now stays inside."""

    def __init__(self, wbits=MAX_WBITS, zdict=b""):
        self._start(wbits, _bytes(zdict))
        self.unused_data = b""
        self.needs_input = True

    @property
    def eof(self):
        return self._part == "end"

    def decompress(self, data, max_length=-1):
        data = _bytes(data)
        with self._lock:
            if self._part == "end":
                raise EOFError("End of stream already reached")
            self._input += data
            out = self._read(max_length)
            if self._part == "end":
                self.unused_data, self._input = self._input, b""
                self.needs_input = False
            else:
                self.needs_input = not (0 <= max_length == len(out))
            return out
