"""The registry of codecs, and the codecs that are part of the machine: those of str and bytes."""

_searchers = []
_found = {}
_handlers = {}


def register(search_function, /):
    if not callable(search_function):
        raise TypeError("argument must be callable")
    _searchers.append(search_function)


def unregister(search_function, /):
    if search_function in _searchers:
        _searchers.remove(search_function)
        _found.clear()


def _normalized(encoding):
    """A name as search functions get it: small letters, with one line for all between them."""
    parts, part = [], ""
    for character in encoding.lower():
        if character.isascii() and (character.isalnum() or character == "."):
            part += character
        elif part:
            parts.append(part)
            part = ""
    return "_".join([*parts, part] if part else parts)


def lookup(encoding, /):
    """Looks up a codec tuple in the registry and returns it."""
    if not isinstance(encoding, str):
        raise TypeError(f"lookup() argument must be str, not {type(encoding).__name__}")
    made = _found.get(encoding)
    if made is not None:
        return made
    encoding.encode()
    if "\0" in encoding:
        raise ValueError("embedded null character")
    name = _normalized(encoding)
    if not _searchers:
        import encodings
    for search in _searchers:
        made = search(name)
        if made is not None:
            if not isinstance(made, tuple) or len(made) != 4:
                raise TypeError("codec search functions must return 4-tuples")
            _found[encoding] = made
            return made
    raise LookupError(f"unknown encoding: {encoding}")


def _run(codec, encoding, doing, function, given, errors):
    try:
        made = function(given, errors)
    except Exception as error:
        error.add_note(f"{doing} with '{encoding}' codec failed")
        raise
    if not isinstance(made, tuple) or len(made) != 2:
        who = "encoder" if doing == "encoding" else "decoder"
        raise TypeError(f"{who} must return a tuple (object, integer)")
    return made[0]


def encode(obj, encoding="utf-8", errors="strict"):
    codec = lookup(encoding)
    return _run(codec, encoding, "encoding", codec[0], obj, errors)


def decode(obj, encoding="utf-8", errors="strict"):
    codec = lookup(encoding)
    return _run(codec, encoding, "decoding", codec[1], obj, errors)


def _text_codec(encoding, function):
    codec = lookup(encoding)
    if not getattr(codec, "_is_text_encoding", True):
        raise LookupError(
            f"'{encoding}' is not a text encoding; use codecs.{function}() to handle arbitrary "
            "codecs"
        )
    return codec


def _encode_text(text, encoding, errors):
    """`str.encode` with a codec of the registry."""
    codec = _text_codec(encoding, "encode")
    made = _run(codec, encoding, "encoding", codec[0], text, errors)
    if isinstance(made, bytes):
        return made
    if isinstance(made, bytearray):
        import warnings
        message = f"encoder {encoding} returned bytearray instead of bytes; " \
            "use codecs.encode() to encode to arbitrary types"
        warnings.warn(message, RuntimeWarning, 2)
        return bytes(made)
    raise TypeError(
        f"'{encoding}' encoder returned '{type(made).__name__}' instead of 'bytes'; "
        "use codecs.encode() to encode to arbitrary types"
    )


def _decode_text(data, encoding, errors):
    """`bytes.decode` with a codec of the registry."""
    codec = _text_codec(encoding, "decode")
    made = _run(codec, encoding, "decoding", codec[1], data, errors)
    if isinstance(made, str):
        return made
    raise TypeError(
        f"'{encoding}' decoder returned '{type(made).__name__}' instead of 'str'; "
        "use codecs.decode() to decode to arbitrary types"
    )


def _decode_source(data, encoding, errors):
    """The text of a source file in an encoding that the compiler does not know."""
    try:
        return _decode_text(data, encoding, errors)
    except (LookupError, UnicodeError) as error:
        raise SyntaxError(str(error)) from None


def _place(place, length):
    if place < 0:
        place += length
    if not 0 <= place <= length:
        raise IndexError(f"position {place} from error handler out of bounds")
    return place


def _encoding_replacement(error, errors):
    """A handler's replacement of text that cannot be encoded, and where to go on."""
    made = lookup_error(errors or "strict")(error)
    if (
        not isinstance(made, tuple) or len(made) != 2
        or not isinstance(made[0], (str, bytes)) or not isinstance(made[1], int)
    ):
        raise TypeError("encoding error handler must return (str/bytes, int) tuple")
    return made[0], _place(made[1], len(error.object))


def _decoding_replacement(error, errors):
    """A handler's replacement of undecodable bytes, where to go on, and in which bytes."""
    made = lookup_error(errors or "strict")(error)
    if (
        not isinstance(made, tuple) or len(made) != 2
        or not isinstance(made[0], str) or not isinstance(made[1], int)
    ):
        raise TypeError("decoding error handler must return (str, int) tuple")
    return made[0], _place(made[1], len(error.object)), error.object


def _encode_asking(text, encoding, errors):
    """`str.encode` of the machine's encodings with a handler that the program has registered."""
    lookup_error(errors)
    made = bytearray("".encode(encoding))
    name = None
    if made:
        name = f"utf-{8 * len(made)}" if len(made) != 3 else "utf-8"
        encoding = f"utf-{8 * len(made)}-le" if len(made) != 3 else "utf-8"
    width = len("a".encode(encoding))
    is_unicode = len("\xff".encode(encoding, "ignore")) > 1
    place = 0
    while True:
        try:
            made += text[place:].encode(encoding)
            return bytes(made)
        except UnicodeEncodeError as error:
            start, end = place + error.start, place + error.end
            whole = UnicodeEncodeError(name or error.encoding, text, start, end, error.reason)
        made += text[place:start].encode(encoding)
        replacement, place = _encoding_replacement(whole, errors)
        if isinstance(replacement, str):
            # The encodings of all characters take a text only if it is ASCII.
            if is_unicode and not replacement.isascii():
                raise whole
            try:
                replacement = replacement.encode(encoding)
            except UnicodeEncodeError:
                raise whole from None
        elif len(replacement) % width:
            raise whole
        made += replacement


def _decode_asking(data, encoding, errors):
    """`bytes.decode` of the machine's encodings with a handler that the program has registered."""
    lookup_error(errors)
    data = bytes(data)
    made = []
    place = 0
    for name, marks in _MARKS.items():
        if encoding.lower().replace("_", "-") == name:
            for mark, encoding in marks.items():
                if data.startswith(mark):
                    place = len(mark)
                    break
    while True:
        try:
            made.append(data[place:].decode(encoding))
            return "".join(made)
        except UnicodeDecodeError as error:
            start, end = place + error.start, place + error.end
            whole = UnicodeDecodeError(error.encoding, data, start, end, error.reason)
        made.append(data[place:start].decode(encoding))
        replacement, place, data = _decoding_replacement(whole, errors)
        made.append(replacement)


# The marks of an encoding, with the encodings of the text behind them; no mark comes last.
_MARKS = {
    "utf-8-sig": {b"\xef\xbb\xbf": "utf-8", b"": "utf-8"},
    "utf-16": {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be", b"": "utf-16-le"},
    "utf-32": {
        b"\xff\xfe\0\0": "utf-32-le", b"\0\0\xfe\xff": "utf-32-be", b"": "utf-32-le",
    },
}


def register_error(errors, handler, /):
    if not callable(handler):
        raise TypeError("handler must be callable")
    _handlers[errors] = handler


def lookup_error(errors, /):
    try:
        return _handlers[errors]
    except KeyError:
        raise LookupError(f"unknown error handler name '{errors}'") from None


def _unregister_error(errors, /):
    if errors in _BUILT_IN:
        raise ValueError(f"cannot un-register built-in error handler '{errors}'")
    return _handlers.pop(errors, None) is not None


def _unhandled(error):
    return TypeError(f"don't know how to handle {type(error).__name__} in error callback")


# Handlers ask the type: what an instance says of its class may be anything.
_UNICODE_ERRORS = UnicodeEncodeError, UnicodeDecodeError, UnicodeTranslateError


def _object(error):
    """What could not be coded, which a program may have set to anything."""
    whole = error.object
    kind, shown = str, "string"
    if issubclass(type(error), UnicodeDecodeError):
        kind, shown = (bytes, bytearray), "bytes"
    if not isinstance(whole, kind):
        raise TypeError(f"UnicodeError 'object' attribute must be a {shown}")
    return whole


def _strict(error):
    if not issubclass(type(error), Exception):
        raise TypeError("codec must pass exception instance")
    raise error


def _ignore(error):
    if not issubclass(type(error), _UNICODE_ERRORS):
        raise _unhandled(error)
    _object(error)
    return "", error.end


def _replace(error):
    if issubclass(type(error), _UNICODE_ERRORS):
        _object(error)
    if issubclass(type(error), UnicodeEncodeError):
        return "?" * (error.end - error.start), error.end
    if issubclass(type(error), UnicodeDecodeError):
        return "\ufffd", error.end
    if issubclass(type(error), UnicodeTranslateError):
        return "\ufffd" * (error.end - error.start), error.end
    raise _unhandled(error)


def _backslashreplace(error):
    if not issubclass(type(error), _UNICODE_ERRORS):
        raise _unhandled(error)
    part = _object(error)[error.start:error.end]
    if issubclass(type(error), UnicodeDecodeError):
        return "".join([f"\\x{byte:02x}" for byte in part]), error.end
    return "".join([_escaped(ord(c)) for c in part]), error.end


def _escaped(number):
    if number < 0x100:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def _xmlcharrefreplace(error):
    if not issubclass(type(error), UnicodeEncodeError):
        raise _unhandled(error)
    part = _object(error)[error.start:error.end]
    return "".join([f"&#{ord(c)};" for c in part]), error.end


def _namereplace(error):
    if not issubclass(type(error), UnicodeEncodeError):
        raise _unhandled(error)
    import unicodedata
    made = []
    for character in _object(error)[error.start:error.end]:
        name = unicodedata.name(character, None)
        made.append(f"\\N{{{name}}}" if name else _escaped(ord(character)))
    return "".join(made), error.end


def _surrogateescape(error):
    if issubclass(type(error), UnicodeEncodeError):
        part = _object(error)[error.start:error.end]
        if all("\udc80" <= character <= "\udcff" for character in part):
            return bytes([ord(character) - 0xdc00 for character in part]), error.end
        raise error
    if issubclass(type(error), UnicodeDecodeError):
        part = _object(error)[error.start:min(error.end, error.start + 4)]
        made = []
        for byte in part:
            if byte < 128:
                break
            made.append(chr(0xdc00 + byte))
        if not made:
            raise error
        return "".join(made), error.start + len(made)
    raise _unhandled(error)


def _surrogatepass(error):
    if getattr(error, "encoding", "").endswith(("-", "_")):
        # The name of no encoding.
        raise error
    if issubclass(type(error), UnicodeEncodeError):
        part = _object(error)[error.start:error.end]
        if all("\ud800" <= character <= "\udfff" for character in part):
            return part.encode(error.encoding, "surrogatepass"), error.end
        raise error
    if issubclass(type(error), UnicodeDecodeError):
        name = error.encoding.lower()
        width = 3 if "8" in name else 2 if "16" in name else 4
        part = _object(error)[error.start:error.start + width]
        try:
            made = part.decode(name, "surrogatepass")
        except UnicodeDecodeError:
            raise error from None
        if len(made) != 1 or not "\ud800" <= made <= "\udfff":
            raise error
        return made, error.start + width
    raise _unhandled(error)


for _name, _handler in [
    ("strict", _strict),
    ("ignore", _ignore),
    ("replace", _replace),
    ("backslashreplace", _backslashreplace),
    ("xmlcharrefreplace", _xmlcharrefreplace),
    ("namereplace", _namereplace),
    ("surrogateescape", _surrogateescape),
    ("surrogatepass", _surrogatepass),
]:
    _handlers[_name] = _handler
    # The name that programs see.
    _handler.__name__ = _handler.__qualname__ = _name + "_errors"
_BUILT_IN = frozenset(_handlers)
del _name, _handler


def _encoder(encoding):
    def encode(string, errors=None, /):
        if not isinstance(string, str):
            kind = type(string).__name__
            raise TypeError(f"{encode.__name__}() argument 1 must be str, not {kind}")
        return string.encode(encoding, errors or "strict"), len(string)

    encode.__name__ = encode.__qualname__ = encoding.replace("-", "_") + "_encode"
    return encode


def _content(data):
    """The bytes of a bytes-like object."""
    try:
        return bytes(memoryview(data))
    except TypeError:
        # Complains as all natives do that take bytes.
        return b"".replace(data, b"")


def _decoder(encoding):
    def decode(data, errors=None, /):
        if not isinstance(data, bytes):
            data = _content(data)
        return data.decode(encoding, errors or "strict"), len(data)

    decode.__name__ = decode.__qualname__ = encoding.replace("-", "_") + "_decode"
    return decode


ascii_encode, ascii_decode = _encoder("ascii"), _decoder("ascii")
latin_1_encode, latin_1_decode = _encoder("latin-1"), _decoder("latin-1")
utf_8_encode = _encoder("utf-8")


def utf_8_decode(data, errors=None, final=False, /):
    if not isinstance(data, bytes):
        data = _content(data)
    used = len(data)
    if not final:
        used -= _cut_short(data)
        data = data[:used]
    return data.decode("utf-8", errors or "strict"), used


# What the second byte of a character may be, where that is not any that follows. (The halves of pairs
# count as beginnings: a handler may take them.)
_SECOND = {0xe0: (0xa0, 0xbf), 0xf0: (0x90, 0xbf), 0xf4: (0x80, 0x8f)}


def _cut_short(data):
    """How many bytes at the end are the beginning of a character."""
    for count in range(1, min(4, len(data) + 1)):
        byte = data[-count]
        if byte < 0x80:
            return 0
        if byte >= 0xc0:
            needed = 2 if byte < 0xe0 else 3 if byte < 0xf0 else 4
            is_right = 0xc2 <= byte <= 0xf4
            if count > 1:
                least, most = _SECOND.get(byte, (0x80, 0xbf))
                is_right = is_right and least <= data[1 - count] <= most
            return count if needed > count and is_right else 0
    return 0


def _wide(encoding, size):
    encode = _encoder(encoding)
    decode_all = _decoder(encoding)

    def decode(data, errors=None, final=False, /):
        if not isinstance(data, bytes):
            data = _content(data)
        used = len(data) if final else len(data) - len(data) % size
        if not final and size == 2 and used:
            # The first half of a pair waits for the second.
            high = data[used - 2] if encoding.endswith("be") else data[used - 1]
            if 0xd8 <= high < 0xdc:
                used -= 2
        return decode_all(data[:used], errors)[0], used

    decode.__name__ = decode.__qualname__ = decode_all.__name__
    return encode, decode


utf_16_encode, utf_16_decode = _wide("utf-16", 2)
utf_16_le_encode, utf_16_le_decode = _wide("utf-16-le", 2)
utf_16_be_encode, utf_16_be_decode = _wide("utf-16-be", 2)
utf_32_encode, utf_32_decode = _wide("utf-32", 4)
utf_32_le_encode, utf_32_le_decode = _wide("utf-32-le", 4)
utf_32_be_encode, utf_32_be_decode = _wide("utf-32-be", 4)


def _wide_with_order(size, little, big, little_mark, big_mark):
    """Decodes with the order of the bytes given (-1: little, 1: big) or, for 0, as a mark says."""

    def decode(data, errors=None, byteorder=0, final=False, /):
        if not isinstance(data, bytes):
            data = _content(data)
        skipped = 0
        if byteorder == 0:
            if len(data) < size and not final:
                return "", 0, 0
            if data.startswith(little_mark):
                byteorder, skipped = -1, size
            elif data.startswith(big_mark):
                byteorder, skipped = 1, size
        decode_rest = big if byteorder == 1 else little
        text, used = decode_rest(data[skipped:], errors, final)
        return text, used + skipped, byteorder

    decode.__name__ = decode.__qualname__ = f"utf_{8 * size}_ex_decode"
    return decode


utf_16_ex_decode = _wide_with_order(
    2, utf_16_le_decode, utf_16_be_decode, b"\xff\xfe", b"\xfe\xff"
)
utf_32_ex_decode = _wide_with_order(
    4, utf_32_le_decode, utf_32_be_decode, b"\xff\xfe\0\0", b"\0\0\xfe\xff"
)


def escape_encode(data, errors=None, /):
    if not isinstance(data, bytes):
        raise TypeError(
            f"escape_encode() argument 1 must be bytes, not {type(data).__name__}"
        )
    # A quotation mark of the other kind makes `repr` escape each of this kind.
    return repr(data + b'"')[2:-2].encode("latin-1"), len(data)


def readbuffer_encode(data, errors=None, /):
    if isinstance(data, str):
        return data.encode("utf-8"), len(data)
    return bytes(data), len(data)


def charmap_build(table, /):
    return {ord(character): place for place, character in enumerate(table)}


def _character_code(mapping, character):
    """The bytes of a character, or None."""
    try:
        code = mapping[ord(character)]
    except LookupError:
        return None
    if isinstance(code, int):
        if not 0 <= code < 256:
            raise TypeError("character mapping must be in range(256)")
        return bytes([code])
    if code is None or isinstance(code, bytes):
        return code
    name = type(code).__name__
    raise TypeError(f"character mapping must return integer, bytes or None, not {name}")


def charmap_encode(string, errors=None, mapping=None, /):
    if mapping is None:
        return latin_1_encode(string, errors)
    if isinstance(mapping, dict):
        try:
            return bytes([mapping[ord(character)] for character in string]), len(string)
        except (LookupError, TypeError, ValueError):
            pass
    made = bytearray()
    place, length = 0, len(string)
    while place < length:
        code = _character_code(mapping, string[place])
        if code is not None:
            made += code
            place += 1
            continue
        end = place + 1
        while end < length and _character_code(mapping, string[end]) is None:
            end += 1
        reason = "character maps to <undefined>"
        error = UnicodeEncodeError("charmap", string, place, end, reason)
        replacement, place = _encoding_replacement(error, errors)
        if isinstance(replacement, str):
            codes = [_character_code(mapping, character) for character in replacement]
            if None in codes:
                raise error
            replacement = b"".join(codes)
        made += replacement
    return bytes(made), length


def _byte_text(mapping, byte):
    """The text of a byte, or None."""
    try:
        code = mapping[byte]
    except LookupError:
        return None
    if isinstance(code, int):
        if not 0 <= code < 0x110000:
            raise TypeError("character mapping must be in range(0x110000)")
        code = chr(code)
    if code is None or code == "\ufffe":
        return None
    if not isinstance(code, str):
        name = type(code).__name__
        raise TypeError(f"character mapping must return integer, None or str, not {name}")
    return code


def charmap_decode(data, errors=None, mapping=None, /):
    if mapping is None:
        return latin_1_decode(data, errors)
    if not isinstance(data, bytes):
        data = _content(data)
    used = len(data)
    if isinstance(mapping, str):
        try:
            made = "".join([mapping[byte] for byte in data])
            if "\ufffe" not in made:
                return made, used
        except LookupError:
            pass
    made = []
    place = 0
    while place < len(data):
        text = _byte_text(mapping, data[place])
        place += 1
        if text is None:
            reason = "character maps to <undefined>"
            error = UnicodeDecodeError("charmap", data, place - 1, place, reason)
            text, place, data = _decoding_replacement(error, errors)
        made.append(text)
    return "".join(made), used


def raw_unicode_escape_encode(string, errors=None, /):
    made = bytearray()
    for character in string:
        number = ord(character)
        if number < 0x100:
            made.append(number)
        else:
            made += b"\\u%04x" % number if number < 0x10000 else b"\\U%08x" % number
    return bytes(made), len(string)


def raw_unicode_escape_decode(data, errors=None, final=True, /):
    if isinstance(data, str):
        data = data.encode("utf-8")
    data = _content(data)
    made = []
    place, length = 0, len(data)
    while place < length:
        end = data.find(b"\\", place)
        if end < 0 or end + 1 >= length:
            if end >= 0 and not final:
                length = end
            made.append(data[place:length].decode("latin-1"))
            place = length
            break
        made.append(data[place:end].decode("latin-1"))
        size = {117: 4, 85: 8}.get(data[end + 1])
        if size is None:
            made.append(data[end:end + 2].decode("latin-1"))
            place = end + 2
            continue
        digits = data[end + 2:end + 2 + size]
        if len(digits) < size and not final:
            place = end
            break
        valid = 0
        while valid < len(digits) and digits[valid] in b"0123456789abcdefABCDEF":
            valid += 1
        if valid < size:
            reason = f"truncated \\{chr(data[end + 1])}{'X' * size} escape"
            error = UnicodeDecodeError("rawunicodeescape", data, end, end + 2 + valid, reason)
            replacement, place, data = _decoding_replacement(error, errors)
            made.append(replacement)
            continue
        number = int(digits, 16)
        if number > 0x10ffff:
            error = UnicodeDecodeError(
                "rawunicodeescape", data, end, end + 2 + size, "\\Uxxxxxxxx out of range"
            )
            replacement, place, data = _decoding_replacement(error, errors)
            made.append(replacement)
            continue
        made.append(chr(number))
        place = end + 2 + size
    return "".join(made), place


def unicode_escape_encode(string, errors=None, /):
    import _motet_escapes
    return _motet_escapes.unicode_escape_encode(string, errors)


def unicode_escape_decode(data, errors=None, final=True, /):
    import _motet_escapes
    return _motet_escapes.unicode_escape_decode(data, errors, final)


def escape_decode(data, errors=None, /):
    import _motet_escapes
    return _motet_escapes.escape_decode(data, errors)


def utf_7_encode(string, errors=None, /):
    import _motet_escapes
    return _motet_escapes.utf_7_encode(string, errors)


def utf_7_decode(data, errors=None, final=False, /):
    import _motet_escapes
    return _motet_escapes.utf_7_decode(data, errors, final)
