"""Bytes as text (`_binascii_core` has the functions that must be fast)."""

import _binascii_core
from _binascii_core import crc32, crc_hqx


class Error(ValueError):
    pass


class Incomplete(Exception):
    pass


def hexlify(data, sep=None, bytes_per_sep=1):
    """The hexadecimal digits of bytes."""
    if type(data) is not bytes:
        data = bytes(memoryview(data))
    if sep is None:
        return data.hex().encode("ascii")
    return data.hex(sep, bytes_per_sep).encode("ascii")


def b2a_hex(data, sep=None, bytes_per_sep=1):
    """The hexadecimal digits of bytes."""
    return hexlify(data, sep, bytes_per_sep)


def unhexlify(hexstr, /):
    """The bytes of hexadecimal digits."""
    made = _binascii_core.unhex(hexstr)
    if made == 1:
        raise Error("Odd-length string")
    if made == 2:
        raise Error("Non-hexadecimal digit found")
    return made


def a2b_hex(hexstr, /):
    """The bytes of hexadecimal digits."""
    return unhexlify(hexstr)


def b2a_base64(data, /, *, newline=True):
    text = _binascii_core.to_base64(data)
    return text + b"\n" if newline else text


def a2b_base64(data, /, *, strict_mode=False):
    made = _binascii_core.from_base64(data, bool(strict_mode))
    if isinstance(made, bytes):
        return made
    if made > 16:
        raise Error(
            f"Invalid base64-encoded string: number of data characters ({made - 16}) cannot be 1 "
            "more than a multiple of 4"
        )
    raise Error({
        1: "Only base64 data is allowed",
        2: "Leading padding not allowed",
        3: "Excess data after padding",
        4: "Incorrect padding",
        5: "Excess padding not allowed",
        6: "Discontinuous padding not allowed",
    }[made])


def _ascii(data):
    if isinstance(data, str):
        if not data.isascii():
            raise ValueError("string argument should contain only ASCII characters")
        return data.encode("ascii")
    return bytes(memoryview(data))


def a2b_uu(data, /):
    data = _ascii(data)
    if not data:
        raise Error("Missing length byte")
    count = (data[0] - 32) & 63
    bits = filled = 0
    out = bytearray()
    place = 1
    while len(out) < count:
        byte = data[place] if place < len(data) else 0
        place += 1
        if byte in b"\n\r" or place > len(data):
            value = 0
        elif byte < 32 or byte > 96:
            raise Error("Illegal char")
        else:
            value = (byte - 32) & 63
        bits = bits << 6 | value
        filled += 6
        if filled >= 8:
            filled -= 8
            out.append(bits >> filled)
            bits &= (1 << filled) - 1
    for byte in data[place:]:
        if byte not in b" `\n\r":
            raise Error("Trailing garbage")
    return bytes(out)


def b2a_uu(data, /, *, backtick=False):
    data = bytes(memoryview(data))
    if len(data) > 45:
        raise Error("At most 45 bytes at once")
    zero = 96 if backtick else 32
    values = [len(data)]
    for start in range(0, len(data), 3):
        three = data[start:start + 3].ljust(3, b"\0")
        bits = int.from_bytes(three)
        values += [bits >> shift & 63 for shift in (18, 12, 6, 0)]
    return bytes([value + 32 if value else zero for value in values]) + b"\n"


_DIGITS = b"0123456789ABCDEFabcdef"


def a2b_qp(data, header=False):
    data = _ascii(data)
    out = bytearray()
    place, length = 0, len(data)
    while place < length:
        byte = data[place]
        if byte == 61:
            place += 1
            if place >= length:
                break
            following = data[place]
            if following in b"\n\r":
                if following != 10:
                    while place < length and data[place] != 10:
                        place += 1
                place += 1
            elif following == 61:
                out.append(61)
                place += 1
            elif place + 1 < length and following in _DIGITS and data[place + 1] in _DIGITS:
                out.append(int(data[place:place + 2], 16))
                place += 2
            else:
                out.append(61)
        elif header and byte == 95:
            out.append(32)
            place += 1
        else:
            out.append(byte)
            place += 1
    return bytes(out)


_LINE_MAX = 76


def b2a_qp(data, quotetabs=False, istext=True, header=False):
    data = bytes(memoryview(data))
    first = data.find(b"\n")
    breaks = b"\r\n" if first > 0 and data[first - 1] == 13 else b"\n"
    out = bytearray()
    place, length, column = 0, len(data), 0
    while place < length:
        byte = data[place]
        last = place + 1 == length
        following = -1 if last else data[place + 1]
        quoted = (
            byte > 126 or byte == 61 or (header and byte == 95)
            or (byte == 46 and column == 0 and (last or following in b"\n\r\0"))
            or (not istext and byte in b"\r\n")
            or (byte in b"\t " and last)
            or (byte < 33 and byte not in b"\r\n\t ")
            or (byte < 33 and byte not in b"\r\n" and (
                quotetabs or (not quotetabs and byte not in b"\t ")))
        )
        if quoted:
            if column + 3 >= _LINE_MAX:
                out += b"=" + breaks
                column = 0
            out += b"=%02X" % byte
            place += 1
            column += 3
        elif istext and (byte == 10 or (byte == 13 and following == 10)):
            column = 0
            if out and out[-1] in b" \t":
                out[-1:] = b"=%02X" % out[-1]
            out += breaks
            place += 2 if byte == 13 else 1
        else:
            if not last and following != 10 and column + 1 >= _LINE_MAX:
                out += b"=" + breaks
                column = 0
            column += 1
            out.append(95 if header and byte == 32 else byte)
            place += 1
    return bytes(out)
