"""Modes of terminals, over `_posix_core`."""

from operator import index as _index

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
(
    B57600, B115200, B230400, B460800, B500000, B576000, B921600, B1000000, B1152000, B1500000,
    B2000000, B2500000, B3000000, B3500000, B4000000,
) = range(0o10001, 0o10020)
EXTA, EXTB = B19200, B38400
CBAUD, CBAUDEX, CIBAUD, IBSHIFT = 0o10017, 0o10000, 0o2003600000, 16
NL0, NL1, CR0, CR1, CR2, CR3 = 0, 0o400, 0, 0o1000, 0o2000, 0o3000
TAB0, TAB1, TAB2, TAB3, BS0, BS1 = 0, 0o4000, 0o10000, 0o14000, 0, 0o20000
VT0, VT1, FF0, FF1 = 0, 0o40000, 0, 0o100000
NLDLY, CRDLY, TABDLY, BSDLY, VTDLY, FFDLY = NL1, CR3, TAB3, BS1, VT1, FF1
XTABS = TAB3
CINTR, CQUIT, CERASE, CKILL, CEOF, CSTART, CSTOP, CSUSP = 3, 28, 127, 21, 4, 17, 19, 26
CEOL, CDSUSP, CRPRNT, CWERASE, CLNEXT, CFLUSH, CEOT = 0, 25, 18, 23, 22, 15, 4
_POSIX_VDISABLE = 0
VSWTCH = VSWTC
TIOCGWINSZ, TIOCSWINSZ, TIOCGPGRP, TIOCSPGRP, FIONREAD = 0x5413, 0x5414, 0x540f, 0x5410, 0x541b
TIOCNOTTY, TIOCSCTTY, TIOCSTI, TIOCOUTQ = 0x5422, 0x540e, 0x5412, 0x5411
TCGETS, TCSETS, TCSETSW, TCSETSF = 0x5401, 0x5402, 0x5403, 0x5404
FIOCLEX, FIONCLEX, FIONBIO = 0x5451, 0x5450, 0x5421
TCSBRK, TCXONC, TCFLSH, TIOCEXCL, TIOCNXCL = range(0x5409, 0x540e)
TIOCMGET, TIOCMBIS, TIOCMBIC, TIOCMSET, TIOCGSOFTCAR, TIOCSSOFTCAR = range(0x5415, 0x541b)
TIOCINQ, TIOCLINUX, TIOCCONS, TIOCGSERIAL, TIOCSSERIAL, TIOCPKT = range(0x541b, 0x5421)
TIOCSETD, TIOCGETD, TCSBRKP, FIOASYNC = 0x5423, 0x5424, 0x5425, 0x5452
(
    TIOCSERCONFIG, TIOCSERGWILD, TIOCSERSWILD, TIOCGLCKTRMIOS, TIOCSLCKTRMIOS, TIOCSERGSTRUCT,
    TIOCSERGETLSR, TIOCSERGETMULTI, TIOCSERSETMULTI, TIOCMIWAIT, TIOCGICOUNT,
) = range(0x5453, 0x545e)
TIOCSER_TEMT = 1
(
    TIOCM_LE, TIOCM_DTR, TIOCM_RTS, TIOCM_ST, TIOCM_SR, TIOCM_CTS, TIOCM_CAR, TIOCM_RNG, TIOCM_DSR,
) = [1 << n for n in range(9)]
TIOCM_CD, TIOCM_RI = TIOCM_CAR, TIOCM_RNG
TIOCPKT_DATA = 0
(
    TIOCPKT_FLUSHREAD, TIOCPKT_FLUSHWRITE, TIOCPKT_STOP, TIOCPKT_START, TIOCPKT_NOSTOP,
    TIOCPKT_DOSTOP,
) = [1 << n for n in range(6)]
N_TTY, N_SLIP, N_MOUSE, N_PPP, N_STRIP = range(5)
IOCSIZE_MASK, IOCSIZE_SHIFT = 0x3fff0000, 16


def _fd(file):
    number = _descriptor(file)
    if number >= 1 << 31:
        raise OverflowError("Python int too large to convert to C int")
    return number


def _long(number):
    number = _index(number)
    if not -(2**63) <= number < 2**63:
        raise OverflowError("Python int too large to convert to C long")
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
    flags = [_long(flag) & 0xffffffff for flag in flags]
    content = bytearray()
    for character in characters:
        if isinstance(character, bytes) and len(character) == 1:
            content += character
        elif isinstance(character, int):
            content.append(_long(character) & 0xff)
        else:
            raise TypeError(
                "tcsetattr: elements of attributes must be bytes objects of length 1 or integers"
            )
    _call(_core.tcsetattr, _fd(fd), when, [*flags, bytes(content)])


def tcsendbreak(fd, duration, /):
    _call(_core.ioctl, _fd(fd), TCSBRK, duration)


def tcdrain(fd, /):
    _call(_core.ioctl, _fd(fd), TCSBRK, 1)


def tcflush(fd, queue, /):
    _call(_core.ioctl, _fd(fd), TCFLSH, queue)


def tcflow(fd, action, /):
    _call(_core.ioctl, _fd(fd), TCXONC, action)


def tcgetwinsize(fd, /):
    columns, lines = _call(_core.terminal_size, _fd(fd))
    return lines, columns


def tcsetwinsize(fd, winsize, /):
    if not hasattr(type(winsize), "__getitem__") or len(winsize) != 2:
        raise TypeError("tcsetwinsize, arg 2: must be a two-item sequence")
    lines, columns = _long(winsize[0]), _long(winsize[1])
    if not 0 <= lines < 1 << 16 or not 0 <= columns < 1 << 16:
        raise OverflowError("winsize value(s) out of range.")
    content = lines.to_bytes(2, "little") + columns.to_bytes(2, "little") + bytes(4)
    _call(_core.ioctl_buffer, _fd(fd), TIOCSWINSZ, content)
