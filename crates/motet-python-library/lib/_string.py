"""Taking format strings apart, for `string.Formatter`."""


def formatter_parser(format_string):
    """Yields (literal text, field name, format spec, conversion) for each field."""
    if not isinstance(format_string, str):
        raise TypeError(f"expected str, got {type(format_string).__name__}")
    return iter(_parts(format_string))


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
        end = _end_of_field(text, place)
        parts.append((literal, *_field(text[place:end])))
        literal = ""
        place = end + 1
    if literal:
        parts.append((literal, None, None, None))
    return parts


def _end_of_field(text, place):
    depth = 1
    brackets = False
    while place < len(text):
        character = text[place]
        if character == "[":
            brackets = True
        elif character == "]":
            brackets = False
        elif character == "{" and not brackets:
            depth += 1
        elif character == "}" and not brackets:
            depth -= 1
            if depth == 0:
                return place
        elif character == ":":
            brackets = False
        place += 1
    raise ValueError("expected '}' before end of string")


def _field(field):
    name, place = "", 0
    brackets = False
    while place < len(field):
        character = field[place]
        if character == "[":
            brackets = True
        elif character == "]":
            brackets = False
        elif character in ":!" and not brackets:
            break
        elif character == "{":
            raise ValueError("unexpected '{' in field name")
        place += 1
    name, rest = field[:place], field[place:]
    conversion = None
    if rest.startswith("!"):
        if len(rest) < 2:
            raise ValueError("end of string while looking for conversion specifier")
        conversion = rest[1]
        rest = rest[2:]
        if rest and not rest.startswith(":"):
            raise ValueError("expected ':' after conversion specifier")
    return name, rest[1:], conversion


def formatter_field_name_split(field_name):
    """The first part of a field's name, and an iterator over (is attribute, name) of the rest."""
    if not isinstance(field_name, str):
        raise TypeError(f"expected str, got {type(field_name).__name__}")
    place = 0
    while place < len(field_name) and field_name[place] not in ".[":
        place += 1
    first, rest = field_name[:place], field_name[place:]
    return _number_or_name(first), iter(_steps(rest))


def _number_or_name(text):
    return int(text) if text.isascii() and text.isdigit() else text


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
