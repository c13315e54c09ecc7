"""Codecs that few programs need: texts with escapes, and UTF-7. `_codecs` loads them when asked."""

from _codecs import _decoding_replacement

_SIMPLE = {
    "\\": "\\", "'": "'", '"': '"', "b": "\b", "f": "\f", "t": "\t", "n": "\n", "r": "\r",
    "v": "\v", "a": "\a", "\n": "",
}
_SHOWN = {"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"}
_WIDTHS = {"x": 2, "u": 4, "U": 8}
_HEXADECIMAL = frozenset("0123456789abcdefABCDEF")


def unicode_escape_encode(string, errors=None, /):
    made = []
    for character in string:
        number = ord(character)
        if character in _SHOWN:
            made.append(_SHOWN[character])
        elif 32 <= number < 127:
            made.append(character)
        elif number < 0x100:
            made.append(f"\\x{number:02x}")
        elif number < 0x10000:
            made.append(f"\\u{number:04x}")
        else:
            made.append(f"\\U{number:08x}")
    return "".join(made).encode("ascii"), len(string)


def _octal(text, place):
    end = place
    while end < min(place + 3, len(text)) and text[end] in "01234567":
        end += 1
    return int(text[place:end], 8), end


def _hexadecimal_end(text, place, width):
    end = place
    while end < min(place + width, len(text)) and text[end] in _HEXADECIMAL:
        end += 1
    return end


def _named(text, place):
    """The character of \\N{name}, with place after the N: (it, end, complaint)."""
    end = text.find("}", place)
    if text[place:place + 1] != "{" or end < 0:
        end = len(text) if text[place:place + 1] == "{" else place
        return None, end, "malformed \\N character escape"
    if end == place + 1:
        # The bracket that ends the empty name is text again.
        return None, end, "malformed \\N character escape"
    import unicodedata
    try:
        return unicodedata.lookup(text[place + 1:end]), end + 1, None
    except KeyError:
        return None, end + 1, "unknown Unicode character name"


def _escape(text, place):
    """The character of the escape at a place: (character, end, complaint)."""
    letter = text[place + 1]
    if letter in _SIMPLE:
        return _SIMPLE[letter], place + 2, None
    if letter in "01234567":
        number, end = _octal(text, place + 1)
        return chr(number), end, None
    if letter == "N":
        return _named(text, place + 2)
    width = _WIDTHS.get(letter)
    if width is None:
        return text[place:place + 2], place + 2, None
    end = _hexadecimal_end(text, place + 2, width)
    if end < place + 2 + width:
        return None, end, f"truncated \\{letter}{'X' * width} escape"
    number = int(text[place + 2:end], 16)
    if number > 0x10ffff:
        return None, end, "illegal Unicode character"
    return chr(number), end, None


def _warn_of_escape(text, place, prefix):
    """Warns of an escape at a place that there is none of; whether it has."""
    letter = text[place + 1:place + 2]
    if not letter:
        return False
    is_octal = letter in "01234567"
    if is_octal:
        number, end = _octal(text, place + 1)
        if number < 0x100:
            return False
    elif letter in _SIMPLE or letter == "x" or not prefix and letter in "NuU":
        return False
    else:
        end = place + 2
    import warnings
    kind = " octal" if is_octal else ""
    warnings.warn(
        f'{prefix}"{text[place:end]}" is an invalid{kind} escape sequence. '
        "Such sequences will not work in the future. ", DeprecationWarning, stacklevel=4,
    )
    return True


def _is_cut_short(text, place):
    """Whether the escape at a place may go on behind the end of the text."""
    rest = text[place:]
    if len(rest) == 1:
        return True
    width = _WIDTHS.get(rest[1])
    if width is not None:
        return len(rest) < 2 + width and _hexadecimal_end(rest, 2, width) == len(rest)
    if rest[1] == "N":
        return rest == "\\N" or rest[2] == "{" and "}" not in rest
    return rest[1] in "01234567" and len(rest) < 4 and _octal(rest, 1)[1] == len(rest)


def unicode_escape_decode(data, errors=None, final=True, /):
    data = data.encode("utf-8") if isinstance(data, str) else bytes(memoryview(data))
    text = data.decode("latin-1")
    made = []
    place, has_warned = 0, False
    while True:
        end = text.find("\\", place)
        if end < 0:
            made.append(text[place:])
            return "".join(made), len(text)
        made.append(text[place:end])
        place = end
        if not final and _is_cut_short(text, place):
            return "".join(made), place
        if place + 1 == len(text):
            what, end, complaint = None, place + 1, "\\ at end of string"
        else:
            what, end, complaint = _escape(text, place)
        if complaint is None:
            has_warned = has_warned or _warn_of_escape(text, place, "")
            made.append(what)
            place = end
            continue
        error = UnicodeDecodeError("unicodeescape", data, place, end, complaint)
        what, place, data = _decoding_replacement(error, errors)
        text = data.decode("latin-1")
        made.append(what)


def escape_decode(data, errors=None, /):
    data = data.encode("utf-8") if isinstance(data, str) else bytes(memoryview(data))
    text = data.decode("latin-1")
    made = []
    place, has_warned = 0, False
    while (end := text.find("\\", place)) >= 0:
        made.append(text[place:end])
        place = end
        has_warned = has_warned or _warn_of_escape(text, place, "b")
        if place + 1 == len(text):
            raise ValueError("Trailing \\ in string")
        letter = text[place + 1]
        if letter in _SIMPLE:
            made.append(_SIMPLE[letter])
            place += 2
        elif letter in "01234567":
            number, place = _octal(text, place + 1)
            made.append(chr(number & 0xff))
        elif letter == "x":
            end = _hexadecimal_end(text, place + 2, 2)
            if end == place + 4:
                made.append(chr(int(text[place + 2:end], 16)))
            elif errors in (None, "strict"):
                raise ValueError(f"invalid \\x escape at position {place}")
            elif errors == "replace":
                made.append("?")
            elif errors != "ignore":
                message = f"decoding error; unknown error handling code: {errors}"
                raise ValueError(message)
            place = end
        else:
            made.append("\\")
            place += 1
    made.append(text[place:])
    return "".join(made).encode("latin-1"), len(text)


# ---- UTF-7

_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def _is_direct(character):
    return " " <= character < "\x7f" and character not in "+\\~" or character in "\t\n\r"


def _in_base_64(characters):
    data = characters.encode("utf-16-be", "surrogatepass")
    bits = int.from_bytes(data) << (-len(data) * 8 % 6)
    count = -(-len(data) * 8 // 6)
    return "".join([_DIGITS[bits >> 6 * place & 63] for place in reversed(range(count))])


def utf_7_encode(string, errors=None, /):
    made = []
    place, length = 0, len(string)
    while place < length:
        start = place
        while place < length and _is_direct(string[place]):
            place += 1
        made.append(string[start:place])
        if string[place:place + 1] == "+":
            made.append("+-")
            place += 1
            continue
        start = place
        while place < length and not _is_direct(string[place]):
            place += 1
        if start < place:
            made.append("+" + _in_base_64(string[start:place]))
            if place == length or string[place] in _DIGITS or string[place] == "-":
                made.append("-")
    return "".join(made).encode("ascii"), length


def _units(digits):
    """The characters that digits of base 64 stand for, and the error at the end of them."""
    bits = 0
    for digit in digits:
        bits = bits << 6 | _DIGITS.index(digit)
    rest = len(digits) * 6 % 16
    data = (bits >> rest).to_bytes(len(digits) * 6 // 16 * 2)
    complaint = None
    if rest >= 6:
        complaint = "partial character in shift sequence"
    elif bits & (1 << rest) - 1:
        complaint = "non-zero padding bits in shift sequence"
    return data.decode("utf-16-be", "surrogatepass"), complaint


def _waits(text):
    """Whether the last character is the first half of a pair."""
    return "\ud800" <= text[-1:] < "\udc00"


def utf_7_decode(data, errors=None, final=False, /):
    data = bytes(memoryview(data))
    text = data.decode("latin-1")
    made = []
    place = 0
    while place < len(text):
        start = place
        while place < len(text) and text[place] < "\x80" and text[place] != "+":
            place += 1
        made.append(text[start:place])
        if place == len(text):
            break
        start = place
        place += 1
        what, complaint = "", None
        if text[start] != "+":
            complaint = "unexpected special character"
        else:
            while place < len(text) and text[place] in _DIGITS:
                place += 1
            digits = text[start + 1:place]
            if place == len(text):
                if not final:
                    return "".join(made), start
                what, complaint = _units(digits) if digits else ("", None)
                if complaint is not None or _waits(what):
                    complaint = "unterminated shift sequence"
            elif not digits and text[place] != "-":
                place += 1
                what, complaint = "", "ill-formed sequence"
            else:
                what, complaint = _units(digits) if digits else ("+", None)
                if complaint is not None or text[place] == "-":
                    place += 1
                elif text[place] >= "\x80" and _waits(what):
                    what = what[:-1]
        if complaint is not None:
            made.append(what[:-1] if _waits(what) else what)
            error = UnicodeDecodeError("utf7", data, start, place, complaint)
            what, place, data = _decoding_replacement(error, errors)
            text = data.decode("latin-1")
        made.append(what)
    return "".join(made), place
