"""Modes of terminals, over `_posix_core`."""

import _posix_core as _core
from posix import _descriptor


class error(Exception):
    pass


error.__module__ = "termios"

IGNBRK, BRKINT, IGNPAR, PARMRK, INPCK, ISTRIP = 1, 2, 4, 8, 16, 32
INLCR, IGNCR, ICRNL, IUCLC, IXON, IXANY, IXOFF, IMAXBEL, IUTF8 = [1 << n for n in range(6, 15)]
OPOST, OLCUC, ONLCR, OCRNL, ONOCR, ONLRET, OFILL, OFDEL = [1 << n for n in range(8)]
CSIZE, CS5, CS6, CS7, CS8 = 0o60, 0, 0o20, 0o40, 0o60
CSTOPB, CREAD, PARENB, PARODD, HUPCL, CLOCAL = [0o100 << n for n in range(6)]
CRTSCTS = 0o20000000000
ISIG, ICANON, XCASE, ECHO, ECHOE, ECHOK, ECHONL, NOFLSH, TOSTOP = [1 << n for n in range(9)]
ECHOCTL, ECHOPRT, ECHOKE, FLUSHO = [1 << n for n in range(9, 13)]
PENDIN, IEXTEN, EXTPROC = 1 << 14, 1 << 15, 1 << 16
(
    VINTR, VQUIT, VERASE, VKILL, VEOF, VTIME, VMIN, VSWTC, VSTART, VSTOP, VSUSP, VEOL, VREPRINT,
    VDISCARD, VWERASE, VLNEXT, VEOL2,
) = range(17)
NCCS = 32
TCSANOW, TCSADRAIN, TCSAFLUSH = 0, 1, 2
TCIFLUSH, TCOFLUSH, TCIOFLUSH = 0, 1, 2
TCOOFF, TCOON, TCIOFF, TCION = 0, 1, 2, 3
(
    B0, B50, B75, B110, B134, B150, B200, B300, B600, B1200, B1800, B2400, B4800, B9600, B19200,
    B38400,
) = range(16)
B57600, B115200, B230400, B460800, B921600 = 0o10001, 0o10002, 0o10003, 0o10004, 0o10007
TIOCGWINSZ, TIOCSWINSZ, TIOCGPGRP, TIOCSPGRP, FIONREAD = 0x5413, 0x5414, 0x540f, 0x5410, 0x541b
TIOCNOTTY, TIOCSCTTY, TIOCSTI, TIOCOUTQ = 0x5422, 0x540e, 0x5412, 0x5411
TCGETS, TCSETS, TCSETSW, TCSETSF = 0x5401, 0x5402, 0x5403, 0x5404
FIOCLEX, FIONCLEX, FIONBIO = 0x5451, 0x5450, 0x5421
_TCSBRK, _TCXONC, _TCFLSH = 0x5409, 0x540a, 0x540b


def _fd(file):
    number = _descriptor(file)
    if number >= 1 << 31:
        raise OverflowError("Python int too large to convert to C int")
    return number


def _call(function, *arguments):
    try:
        return function(*arguments)
    except OSError as failure:
        raise error(failure.errno, failure.strerror) from None


def tcgetattr(fd, /):
    *flags, characters = _call(_core.tcgetattr, _fd(fd))
    characters = [characters[place:place + 1] for place in range(NCCS)]
    if not flags[3] & ICANON:
        for place in (VMIN, VTIME):
            characters[place] = characters[place][0]
    return [*flags, characters]


def tcsetattr(fd, when, attributes, /):
    if not isinstance(attributes, list) or len(attributes) != 7:
        raise TypeError("tcsetattr, arg 3: must be 7 element list")
    *flags, characters = attributes
    if not isinstance(characters, list) or len(characters) != NCCS:
        raise TypeError(
            f"tcsetattr: attributes[6] must be {NCCS} element list"
        )
    content = bytearray()
    for character in characters:
        if isinstance(character, bytes) and len(character) == 1:
            content += character
        elif isinstance(character, int):
            content.append(character)
        else:
            raise TypeError(
                "tcsetattr: elements of attributes must be characters or integers"
            )
    _call(_core.tcsetattr, _fd(fd), when, [*flags, bytes(content)])


def tcsendbreak(fd, duration, /):
    _call(_core.ioctl, _fd(fd), _TCSBRK, duration)


def tcdrain(fd, /):
    _call(_core.ioctl, _fd(fd), _TCSBRK, 1)


def tcflush(fd, queue, /):
    _call(_core.ioctl, _fd(fd), _TCFLSH, queue)


def tcflow(fd, action, /):
    _call(_core.ioctl, _fd(fd), _TCXONC, action)


def tcgetwinsize(fd, /):
    columns, lines = _call(_core.terminal_size, _fd(fd))
    return lines, columns


def tcsetwinsize(fd, winsize, /):
    lines, columns = winsize
    content = lines.to_bytes(2, "little") + columns.to_bytes(2, "little") + bytes(4)
    _call(_core.ioctl_buffer, _fd(fd), TIOCSWINSZ, content)
