"""The characters of ASCII: the names of the control characters, and which kind a character is of.
Characters are texts or numbers; what changes one gives the same kind back."""

controlnames = (
    "NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN "
    "EM SUB ESC FS GS RS US SP"
).split()
for _number, _name in enumerate(controlnames):
    globals()[_name] = _number
TAB, NL, DEL = HT, LF, 127
del _number, _name


def _ctoi(c):
    return ord(c) if isinstance(c, str) else c


def _kind(first, last, *others):
    """Whether a character is one from the first to the last one, or one of others."""
    def is_of_kind(c):
        number = _ctoi(c)
        return first <= number <= last or number in others
    return is_of_kind


isascii, isctrl, iscntrl = _kind(0, 127), _kind(0, 31), _kind(0, 31, DEL)
isdigit, isupper, islower = _kind(48, 57), _kind(65, 90), _kind(97, 122)
isgraph, isprint = _kind(33, 126), _kind(32, 126)
isblank, isspace = _kind(SP, SP, TAB), _kind(TAB, CR, SP)


def isalpha(c):
    return isupper(c) or islower(c)


def isalnum(c):
    return isalpha(c) or isdigit(c)


def ispunct(c):
    return isgraph(c) and not isalnum(c)


def isxdigit(c):
    number = _ctoi(c)
    return isdigit(c) or 65 <= number <= 70 or 97 <= number <= 102


def ismeta(c):
    return _ctoi(c) > 127


_KINDS = "isascii isctrl iscntrl isdigit isupper islower isgraph isprint isblank isspace"
for _name in _KINDS.split():
    globals()[_name].__name__ = globals()[_name].__qualname__ = _name
del _name, _kind, _KINDS


def _as(c, number):
    return chr(number) if isinstance(c, str) else number


def ascii(c):
    """A character without its eighth bit."""
    return _as(c, _ctoi(c) & 0x7F)


def ctrl(c):
    """The control character of a letter."""
    return _as(c, _ctoi(c) & 0x1F)


def alt(c):
    """A character with its eighth bit."""
    return _as(c, _ctoi(c) | 0x80)


def unctrl(c):
    """A text that shows a character: `^` before the letter of a control character, `!` before all
    of one that has its eighth bit."""
    number = _ctoi(c)
    if number == DEL:
        return "^?"
    low = number & 0x7F
    shown = chr(low) if isprint(low) else "^" + chr((low | SP) + SP)
    return "!" + shown if number & 0x80 else shown
