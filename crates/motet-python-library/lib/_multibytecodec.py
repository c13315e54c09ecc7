"""The codecs of East Asian encodings; `_charsets_core` reads and writes the codes."""

import _charsets_core as _core
from _codecs import lookup_error as _lookup_error

_ILLEGAL = "illegal multibyte sequence"
_INCOMPLETE = "incomplete multibyte sequence"
# No more characters wait for what follows them, and no more bytes.
_MOST_CHARACTERS = 2
_MOST_BYTES = 8
_STATE = 8
_SIMPLE = "strict", "ignore", "replace"
_PIECE = 1000


def _answer(made, kind, meaning, length):
    """What a handler of errors wants in the place of an error, and where to go on."""
    if (
        not isinstance(made, tuple) or len(made) != 2
        or not isinstance(made[0], kind) or not isinstance(made[1], int)
    ):
        raise TypeError(f"{meaning} error handler must return (str, int) tuple")
    replacement, place = made
    if place < 0:
        place += length
    if not 0 <= place <= length:
        raise IndexError(f"position {place} from error handler out of bounds")
    return replacement, place


class _Run:
    """A state of an encoding, and what it is to do with errors."""

    __slots__ = ("name", "state", "errors", "lacks_end")

    def __init__(self, name, decodes, errors):
        self.name, self.state = name, _core.initial(name, decodes)
        self.errors = _checked_errors(errors)

    def encode(self, text, is_last):
        """The bytes of a text, and how many characters they stand for."""
        # Handlers are asked about pieces, since to find a place in a long text takes time.
        size = _PIECE if self.errors not in _SIMPLE else len(text)
        parts, start, place = [], 0, 0
        piece = text[:size]
        while True:
            ends = start + len(piece) >= len(text)
            made, place, error, self.state = _core.encode(
                self.name, piece, place - start, self.state, ends and is_last, self.errors
            )
            place += start
            parts.append(made)
            if error > 0:
                place = self._replace(text, place, place + error, parts)
            elif ends:
                break
            if error <= 0 or not start <= place <= start + len(piece):
                start, piece = place, text[place:place + size]
        return b"".join(parts), place

    def _replace(self, text, start, end, parts):
        """Appends what a handler wants in the place of characters without a code; the next place."""
        error = UnicodeEncodeError(self.name, text, start, end, _ILLEGAL)
        if self.errors == "strict":
            raise error
        answer = _lookup_error(self.errors)(error)
        replacement, place = _answer(answer, (str, bytes), "encoding", len(text))
        if isinstance(replacement, str):
            strict = _Run(self.name, False, "strict")
            strict.state = self.state
            replacement = strict.encode(replacement, True)[0]
            self.state = strict.state
        parts.append(replacement)
        return place

    def finish(self):
        """What ends a text."""
        made, self.state = _core.finish(self.name, self.state)
        return made

    def decode(self, data, is_last):
        """The text of bytes, and how many they were."""
        parts, place = [], 0
        while True:
            made, place, error, self.state = _core.decode(
                self.name, data, place, self.state, self.errors
            )
            self.lacks_end = error < 0
            parts.append(made)
            if error == 0 or error < 0 and not is_last:
                break
            reason = _ILLEGAL if error > 0 else _INCOMPLETE
            end = place + error if error > 0 else len(data)
            if self.errors == "ignore":
                place = end
            elif self.errors == "replace":
                parts.append("\ufffd")
                place = end
            else:
                error = UnicodeDecodeError(self.name, data, place, end, reason)
                if self.errors == "strict":
                    raise error
                answer = _lookup_error(self.errors)(error)
                replacement, place = _answer(answer, str, "decoding", len(data))
                parts.append(replacement)
        return "".join(parts), place


def _checked_errors(errors):
    if errors is None:
        return "strict"
    if not isinstance(errors, str):
        raise TypeError("errors must be a string")
    return errors


def _as_text(text):
    return text if isinstance(text, str) else str(text)


def _as_bytes(data):
    if isinstance(data, bytes):
        return data
    with memoryview(data) as view:
        return view.tobytes()


class MultibyteCodec:
    """The codec of an encoding."""

    __module__ = "_multibytecodec"
    __slots__ = ("_name",)

    def __new__(cls, *args, **kwargs):
        raise TypeError(f"cannot create '{cls.__module__}.{cls.__qualname__}' instances")

    def encode(self, input, errors=None):
        """Return an encoded string version of 'input'."""
        run = _Run(self._name, False, errors)
        text = _as_text(input)
        made = run.encode(text, True)[0] + run.finish()
        return made, len(text)

    def decode(self, input, errors=None):
        """Decodes 'input'."""
        run = _Run(self._name, True, errors)
        data = _as_bytes(input)
        return run.decode(data, True)[0], len(data)


def _codec_finder(names):
    """The function `getcodec` of a module that has the codecs of these names."""
    made = {}

    def getcodec(encoding, /):
        if not isinstance(encoding, str):
            raise TypeError("encoding name must be a string.")
        if encoding not in names:
            raise LookupError("no such codec is supported.")
        codec = made.get(encoding)
        if codec is None:
            codec = object.__new__(MultibyteCodec)
            codec._name = encoding
            made[encoding] = codec
        return codec

    return getcodec


class _Stateful:
    """What the classes with a state have in common."""

    __slots__ = ("_codec", "_run", "_pending")

    def _begin(self, decodes, errors):
        codec = type(self).codec
        if not isinstance(codec, MultibyteCodec):
            raise TypeError("codec is unexpected type")
        self._codec = codec
        self._run = _Run(codec._name, decodes, errors)

    @property
    def errors(self):
        """how to treat errors"""
        return self._run.errors

    @errors.setter
    def errors(self, errors):
        if not isinstance(errors, str):
            raise TypeError("errors must be a string")
        self._run.errors = errors

    @errors.deleter
    def errors(self):
        raise AttributeError("cannot delete attribute")

    def _encode(self, text, is_last):
        text = self._pending + _as_text(text)
        made, place = self._run.encode(text, is_last)
        if is_last:
            made += self._run.finish()
        rest = text[place:]
        if len(rest) > _MOST_CHARACTERS:
            raise UnicodeEncodeError(
                self._codec._name, text, 0, len(text), "pending buffer overflow"
            )
        self._pending = rest
        return made

    def _decode(self, data, is_last):
        data = self._pending + _as_bytes(data)
        try:
            made, place = self._run.decode(data, is_last)
        except BaseException:
            # What waits does so further if the last code is not whole.
            if not self._run.lacks_end:
                self._pending = b""
            raise
        rest = data[place:]
        if len(rest) > _MOST_BYTES:
            self._pending = b""
            raise UnicodeDecodeError(
                self._codec._name, data, 0, len(data), "pending buffer overflow"
            )
        self._pending = rest
        return made

    def _reset_decoder(self):
        # As a text's end: shifts and the charset of G0 go, other charsets stay.
        self._run.finish()
        self._pending = b""


class MultibyteIncrementalEncoder(_Stateful):
    __module__ = "_multibytecodec"
    __slots__ = ()

    def __new__(cls, errors="strict"):
        self = object.__new__(cls)
        self._begin(False, errors)
        self._pending = ""
        return self

    def __init__(self, errors="strict"):
        pass

    def encode(self, input, final=False):
        return self._encode(input, bool(final))

    def getstate(self):
        pending = self._pending.encode()
        return int.from_bytes(bytes([len(pending)]) + pending + self._run.state, "little")

    def setstate(self, state, /):
        if not isinstance(state, int):
            raise TypeError(
                f"setstate() argument must be int, not {type(state).__name__}"
            )
        content = state.to_bytes(1 + 4 * _MOST_CHARACTERS + _STATE, "little")
        length = content[0]
        if length > 4 * _MOST_CHARACTERS:
            raise UnicodeError("pending buffer too large")
        self._pending = content[1:1 + length].decode()
        self._run.state = content[1 + length:1 + length + _STATE]

    def reset(self):
        self._run.finish()
        self._pending = ""


class MultibyteIncrementalDecoder(_Stateful):
    __module__ = "_multibytecodec"
    __slots__ = ()

    def __new__(cls, errors="strict"):
        self = object.__new__(cls)
        self._begin(True, errors)
        self._pending = b""
        return self

    def __init__(self, errors="strict"):
        pass

    def decode(self, input, final=False):
        return self._decode(input, bool(final))

    def getstate(self):
        return self._pending, int.from_bytes(self._run.state, "little")

    def setstate(self, state, /):
        if not isinstance(state, tuple):
            raise TypeError(
                f"setstate() argument must be tuple, not {type(state).__name__}"
            )
        pending, number = state
        if not isinstance(pending, bytes) or not isinstance(number, int):
            raise TypeError("setstate(): illegal state argument")
        if len(pending) > _MOST_BYTES:
            raise UnicodeDecodeError(
                self._codec._name, pending, 0, len(pending), "pending buffer too large"
            )
        self._run.state = number.to_bytes(_STATE, "little")
        self._pending = pending

    def reset(self):
        self._reset_decoder()


class MultibyteStreamReader(_Stateful):
    __module__ = "_multibytecodec"
    __slots__ = ("stream",)

    def __new__(cls, stream, errors="strict"):
        self = object.__new__(cls)
        self._begin(True, errors)
        self._pending = b""
        self.stream = stream
        return self

    def __init__(self, stream, errors="strict"):
        pass

    def _read(self, function, size):
        if size is None:
            size = -1
        elif not isinstance(size, int):
            raise TypeError("arg 1 must be an integer")
        if size == 0:
            return ""
        while True:
            data = function() if size < 0 else function(size)
            if not isinstance(data, bytes):
                raise TypeError(
                    f"stream function returned a non-bytes object ({type(data).__name__})"
                )
            made = self._decode(data, not data or size < 0)
            if size < 0 or made or not data:
                return made
            # What there is begins a character: read one byte more.
            size = 1

    def read(self, sizeobj=None, /):
        return self._read(self.stream.read, sizeobj)

    def readline(self, sizeobj=None, /):
        return self._read(self.stream.readline, sizeobj)

    def readlines(self, sizehintobj=None, /):
        return self._read(self.stream.read, sizehintobj).splitlines(True)

    def reset(self):
        self._reset_decoder()


class MultibyteStreamWriter(_Stateful):
    __module__ = "_multibytecodec"
    __slots__ = ("stream",)

    def __new__(cls, stream, errors="strict"):
        self = object.__new__(cls)
        self._begin(False, errors)
        self._pending = ""
        self.stream = stream
        return self

    def __init__(self, stream, errors="strict"):
        pass

    def write(self, strobj, /):
        self.stream.write(self._encode(strobj, False))

    def writelines(self, lines, /):
        for line in lines:
            self.write(line)

    def reset(self):
        if self._pending:
            made = self._encode("", True)
            if made:
                self.stream.write(made)
