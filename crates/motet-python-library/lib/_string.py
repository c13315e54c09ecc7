"""Taking format strings apart, for `string.Formatter`."""

from _motet import _parts_of_field, _parts_of_format


def formatter_parser(format_string):
    """Yields (literal text, field name, format spec, conversion) for each field."""
    if not isinstance(format_string, str):
        raise TypeError(f"expected str, got {type(format_string).__name__}")
    return _parts_of_format(_parts(_plain(format_string)))


# A class below str may have slices and comparisons of its own: only the characters count.
_plain = str.__str__


def _parts(text):
    parts = []
    literal = ""
    place, length = 0, len(text)
    while place < length:
        character = text[place]
        place += 1
        if character not in "{}":
            literal += character
            continue
        if place < length and text[place] == character:
            literal += character
            place += 1
            # A doubled brace ends the stretch of text, as it does in str.format.
            parts.append((literal, None, None, None))
            literal = ""
            continue
        if character == "}":
            raise ValueError("Single '}' encountered in format string")
        if place >= length:
            raise ValueError("Single '{' encountered in format string")
        name, spec, conversion, place = _field(text, place)
        parts.append((literal, name, spec, conversion))
        literal = ""
    if literal:
        parts.append((literal, None, None, None))
    return parts


def _field(text, start):
    """Name, format and conversion of a field, and the place behind it."""
    place, brackets = start, False
    while True:
        if place >= len(text):
            raise ValueError("expected '}' before end of string")
        character = text[place]
        if character == "{":
            raise ValueError("unexpected '{' in field name")
        if character == "[":
            brackets = True
        elif character == "]":
            brackets = False
        elif character in "}:!" and not brackets:
            break
        place += 1
    name, conversion = text[start:place], None
    place += 1
    if character == "}":
        return name, "", None, place
    if character == "!":
        if place >= len(text):
            raise ValueError("end of string while looking for conversion specifier")
        conversion = text[place]
        place += 1
        if place < len(text):
            if text[place] == "}":
                return name, "", conversion, place + 1
            if text[place] != ":":
                raise ValueError("expected ':' after conversion specifier")
            place += 1
    end = _end_of_spec(text, place)
    return name, text[place:end], conversion, end + 1


def _end_of_spec(text, place):
    depth = 1
    while place < len(text):
        if text[place] == "{":
            depth += 1
        elif text[place] == "}":
            depth -= 1
            if depth == 0:
                return place
        place += 1
    raise ValueError("unmatched '{' in format spec")


def formatter_field_name_split(field_name):
    """The first part of a field's name, and an iterator over (is attribute, name) of the rest."""
    if not isinstance(field_name, str):
        raise TypeError(f"expected str, got {type(field_name).__name__}")
    field_name = _plain(field_name)
    place = 0
    while place < len(field_name) and field_name[place] not in ".[":
        place += 1
    first, rest = field_name[:place], field_name[place:]
    return _number_or_name(first), _parts_of_field(_steps(rest))


def _number_or_name(text):
    if not (text.isascii() and text.isdigit()):
        return text
    if len(text) > 18 and int(text[:4300]) > 0x7fff_ffff_ffff_ffff:
        raise ValueError("Too many decimal digits in format string")
    return int(text)


def _steps(rest):
    steps = []
    while rest:
        if rest[0] == ".":
            end = 1
            while end < len(rest) and rest[end] not in ".[":
                end += 1
            if end == 1:
                raise ValueError("Empty attribute in format string")
            steps.append((True, rest[1:end]))
            rest = rest[end:]
        elif rest[0] == "[":
            end = rest.find("]")
            if end < 0:
                raise ValueError("Missing ']' in format string")
            if end == 1:
                raise ValueError("Empty attribute in format string")
            steps.append((False, _number_or_name(rest[1:end])))
            rest = rest[end + 1:]
        else:
            raise ValueError("Only '.' or '[' may follow ']' in format field specifier")
    return steps
