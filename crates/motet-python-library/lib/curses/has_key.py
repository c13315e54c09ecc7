"""`has_key` by what is known of the terminal, for libraries that have no such function."""

import _curses

# The names of the keys' capabilities, where they are not those of the keys with a k before them.
_OTHER_NAMES = {
    "BACKSPACE": "kbs", "BTAB": "kcbt", "CANCEL": "kcan", "CATAB": "ktbc", "CLEAR": "kclr",
    "CLOSE": "kclo", "COMMAND": "kcmd", "COPY": "kcpy", "CREATE": "kcrt", "CTAB": "kctab",
    "DC": "kdch1", "DL": "kdl1", "DOWN": "kcud1", "EIC": "krmir", "ENTER": "kent", "EOL": "kel",
    "EOS": "ked", "EXIT": "kext", "FIND": "kfnd", "HELP": "khlp", "IC": "kich1", "IL": "kil1",
    "LEFT": "kcub1", "MARK": "kmrk", "MESSAGE": "kmsg", "MOVE": "kmov", "NEXT": "knxt",
    "NPAGE": "knp", "OPEN": "kopn", "OPTIONS": "kopt", "PPAGE": "kpp", "PREVIOUS": "kprv",
    "PRINT": "kprt", "REDO": "krdo", "REFERENCE": "kref", "REFRESH": "krfr", "REPLACE": "krpl",
    "RESTART": "krst", "RESUME": "kres", "RIGHT": "kcuf1", "SAVE": "ksav", "SBEG": "kBEG",
    "SCANCEL": "kCAN", "SCOMMAND": "kCMD", "SCOPY": "kCPY", "SCREATE": "kCRT", "SDC": "kDC",
    "SDL": "kDL", "SELECT": "kslt", "SEND": "kEND", "SEOL": "kEOL", "SEXIT": "kEXT", "SF": "kind",
    "SFIND": "kFND", "SHELP": "kHLP", "SHOME": "kHOM", "SIC": "kIC", "SLEFT": "kLFT",
    "SMESSAGE": "kMSG", "SMOVE": "kMOV", "SNEXT": "kNXT", "SOPTIONS": "kOPT", "SPREVIOUS": "kPRV",
    "SPRINT": "kPRT", "SR": "kri", "SREDO": "kRDO", "SREPLACE": "kRPL", "SRIGHT": "kRIT",
    "SRSUME": "kRES", "SSAVE": "kSAV", "SSUSPEND": "kSPD", "STAB": "khts", "SUNDO": "kUND",
    "SUSPEND": "kspd", "UNDO": "kund", "UP": "kcuu1",
}
# These have the name of the key.
_SAME_NAMES = "A1 A3 B2 BEG C1 C3 END HOME LL".split()

_capability_names = {}
for _key in _SAME_NAMES:
    _capability_names[getattr(_curses, f"KEY_{_key}")] = "k" + _key.lower()
for _key, _name in _OTHER_NAMES.items():
    _capability_names[getattr(_curses, f"KEY_{_key}")] = _name
for _number in range(64):
    _capability_names[_curses.KEY_F0 + _number] = f"kf{_number}"


def has_key(ch):
    """Whether the terminal has a key, given as its number or character."""
    name = _capability_names.get(ord(ch) if isinstance(ch, str) else ch)
    return name is not None and bool(_curses.tigetstr(name))
