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


def lookup(encoding, /):
    if not isinstance(encoding, str):
        raise TypeError(f"lookup() argument must be str, not {type(encoding).__name__}")
    name = encoding.lower().replace(" ", "-")
    made = _found.get(name)
    if made is not None:
        return made
    if not _searchers:
        import encodings
    for search in _searchers:
        made = search(name)
        if made is not None:
            if not isinstance(made, tuple) or len(made) != 4:
                raise TypeError("codec search functions must return 4-tuples")
            _found[name] = made
            return made
    raise LookupError(f"unknown encoding: {encoding}")


def encode(obj, encoding="utf-8", errors="strict"):
    return lookup(encoding)[0](obj, errors)[0]


def decode(obj, encoding="utf-8", errors="strict"):
    return lookup(encoding)[1](obj, errors)[0]


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
    return _handlers.pop(errors, None) is not None


def _strict(error):
    raise error


def _ignore(error):
    return "", error.end


def _replace(error):
    count = error.end - error.start
    if isinstance(error, UnicodeEncodeError):
        return "?" * count, error.end
    if isinstance(error, UnicodeDecodeError):
        return "\ufffd", error.end
    return "\ufffd" * count, error.end


def _backslashreplace(error):
    part = error.object[error.start:error.end]
    if isinstance(error, UnicodeDecodeError):
        return "".join([f"\\x{byte:02x}" for byte in part]), error.end
    return "".join([_escaped(ord(c)) for c in part]), error.end


def _escaped(number):
    if number < 0x100:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def _xmlcharrefreplace(error):
    part = error.object[error.start:error.end]
    return "".join([f"&#{ord(c)};" for c in part]), error.end


for _name, _handler in [
    ("strict", _strict),
    ("ignore", _ignore),
    ("replace", _replace),
    ("backslashreplace", _backslashreplace),
    ("xmlcharrefreplace", _xmlcharrefreplace),
    ("namereplace", _backslashreplace),
    ("surrogateescape", _strict),
    ("surrogatepass", _strict),
]:
    _handlers[_name] = _handler
del _name, _handler


def _encoder(encoding):
    def encode(string, errors=None, /):
        if not isinstance(string, str):
            kind = type(string).__name__
            raise TypeError(f"{encoding}_encode() argument 1 must be str, not {kind}")
        return string.encode(encoding, errors or "strict"), len(string)

    return encode


def _decoder(encoding):
    def decode(data, errors=None, /):
        if not isinstance(data, bytes):
            data = bytes(memoryview(data))
        return data.decode(encoding, errors or "strict"), len(data)

    return decode


ascii_encode, ascii_decode = _encoder("ascii"), _decoder("ascii")
latin_1_encode, latin_1_decode = _encoder("latin-1"), _decoder("latin-1")
utf_8_encode = _encoder("utf-8")


def utf_8_decode(data, errors=None, final=False, /):
    if not isinstance(data, bytes):
        data = bytes(memoryview(data))
    used = len(data)
    if not final:
        used -= _cut_short(data)
        data = data[:used]
    return data.decode("utf-8", errors or "strict"), used


def _cut_short(data):
    """How many bytes at the end are the beginning of a character."""
    for count in range(1, min(4, len(data) + 1)):
        byte = data[-count]
        if byte < 0x80:
            return 0
        if byte >= 0xc0:
            needed = 2 if byte < 0xe0 else 3 if byte < 0xf0 else 4
            return count if needed > count else 0
    return 0


def _wide(encoding, size):
    encode = _encoder(encoding)
    decode_all = _decoder(encoding)

    def decode(data, errors=None, final=False, /):
        if not isinstance(data, bytes):
            data = bytes(memoryview(data))
        used = len(data) if final else len(data) - len(data) % size
        if not final and size == 2 and used:
            # The first half of a pair waits for the second.
            high = data[used - 2] if encoding.endswith("be") else data[used - 1]
            if 0xd8 <= high < 0xdc:
                used -= 2
        return decode_all(data[:used], errors)[0], used

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
            data = bytes(memoryview(data))
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

    return decode


utf_16_ex_decode = _wide_with_order(
    2, utf_16_le_decode, utf_16_be_decode, b"\xff\xfe", b"\xfe\xff"
)
utf_32_ex_decode = _wide_with_order(
    4, utf_32_le_decode, utf_32_be_decode, b"\xff\xfe\0\0", b"\0\0\xfe\xff"
)


def escape_encode(data, errors=None, /):
    return repr(data)[2:-1].replace('\\"', '"').encode("latin-1"), len(data)


def readbuffer_encode(data, errors=None, /):
    if isinstance(data, str):
        return data.encode("utf-8"), len(data)
    return bytes(data), len(data)


def charmap_build(table, /):
    return {ord(character): place for place, character in enumerate(table)}


def charmap_encode(string, errors=None, mapping=None, /):
    if mapping is None:
        return latin_1_encode(string, errors)
    made = bytearray()
    for place, character in enumerate(string):
        try:
            code = mapping[ord(character)]
        except LookupError:
            code = None
        if code is None:
            if errors in (None, "strict"):
                reason = "character maps to <undefined>"
                raise UnicodeEncodeError("charmap", string, place, place + 1, reason)
            code = ord("?") if errors == "replace" else b""
        made += bytes([code]) if isinstance(code, int) else code
    return bytes(made), len(string)


def charmap_decode(data, errors=None, mapping=None, /):
    if mapping is None:
        return latin_1_decode(data, errors)
    made = []
    for place, byte in enumerate(data):
        try:
            code = mapping[byte]
        except LookupError:
            code = None
        if code is None or code == "\ufffe":
            if errors in (None, "strict"):
                reason = "character maps to <undefined>"
                raise UnicodeDecodeError("charmap", data, place, place + 1, reason)
            code = "\ufffd" if errors == "replace" else ""
        made.append(chr(code) if isinstance(code, int) else code)
    return "".join(made), len(data)


# Natives do not bind: classes take these as attributes and call them on instances.
for _name in [name for name in globals() if name.endswith(("_encode", "_decode"))]:
    globals()[_name] = staticmethod(globals()[_name])
del _name


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
    data = bytes(memoryview(data))
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
            replacement, place = lookup_error(errors or "strict")(error)
            made.append(replacement)
            continue
        number = int(digits, 16)
        if number > 0x10ffff:
            error = UnicodeDecodeError(
                "rawunicodeescape", data, end, end + 2 + size, "\\Uxxxxxxxx out of range"
            )
            replacement, place = lookup_error(errors or "strict")(error)
            made.append(replacement)
            continue
        made.append(chr(number))
        place = end + 2 + size
    return "".join(made), place
