"""`_curses` on the ncurses of the machine, if that has one: constants and functions.

Windows are `_curses_window`'s, keys `_curses_keys`', and `_motet_curses` calls the library.
"""

import _motet_curses as _lib
import _curses_keys as _keys
from _curses_window import error, window
from _curses_window import _check, _f, make as _make
from _motet_curses import ERR, OK, Memory as _Memory, any_number as _any, c_int as _int
from _motet_curses import function as _function
from _motet_sequence import make as _sequence

version = __version__ = b"2.2"

# ---- constants

A_NORMAL, A_CHARTEXT, A_COLOR, A_ATTRIBUTES = 0, 0xFF, 0xFF00, 0xFFFFFF00
(
    A_STANDOUT, A_UNDERLINE, A_REVERSE, A_BLINK, A_DIM, A_BOLD, A_ALTCHARSET, A_INVIS, A_PROTECT,
    A_HORIZONTAL, A_LEFT, A_LOW, A_RIGHT, A_TOP, A_VERTICAL, A_ITALIC,
) = (1 << _bit for _bit in range(16, 32))
(
    COLOR_BLACK, COLOR_RED, COLOR_GREEN, COLOR_YELLOW, COLOR_BLUE, COLOR_MAGENTA, COLOR_CYAN,
    COLOR_WHITE,
) = range(8)

_EVENTS = "RELEASED PRESSED CLICKED DOUBLE_CLICKED TRIPLE_CLICKED".split()
for _button in range(5):
    for _bit, _name in enumerate(_EVENTS):
        globals()[f"BUTTON{_button + 1}_{_name}"] = 1 << 5 * _button + _bit
BUTTON_CTRL, BUTTON_SHIFT, BUTTON_ALT, REPORT_MOUSE_POSITION = (1 << _bit for _bit in range(25, 29))
ALL_MOUSE_EVENTS = REPORT_MOUSE_POSITION - 1

# By the names of the corners and sides, the letters of the line drawings of a VT100; the names of
# four letters say which sides have a line: top, right, bottom, left.
_DRAWINGS = """ULCORNER l LLCORNER m URCORNER k LRCORNER j LTEE t RTEE u BTEE v TTEE w HLINE q
VLINE x PLUS n S1 o S3 p S7 r S9 s DIAMOND ` CKBOARD a DEGREE f PLMINUS g BULLET ~ LARROW , RARROW +
DARROW . UARROW - BOARD h LANTERN i BLOCK 0 LEQUAL y GEQUAL z PI { NEQUAL | STERLING } BSSB l SSBB m
BBSS k SBBS j SBSS u SSSB t SSBS v BSSS w BSBS q SBSB x SSSS n""".split()

KEY_MIN, KEY_MAX = 0o401, 0o777

# The keys that the library names, as it names them.
_key_name = _function("keyname", _lib.as_pointer)
for _key in range(KEY_MIN, KEY_MAX):
    _name = _lib.text_at(_key_name(_key)) or b""
    if _name.startswith(b"KEY_"):
        globals()[_name.translate(None, b"()").decode()] = _key


def _library_version():
    told = _lib.text_at(_function("curses_version", _lib.as_pointer)()).decode()
    parts = told.split()[-1].split(".")
    return _sequence("curses.ncurses_version", "major minor patch")(
        [int(part) for part in (*parts, 0, 0)[:3]]
    )


ncurses_version = _library_version()

del _bit, _button, _name, _key, _EVENTS, _library_version

# ---- what has been called

_called = set()
_lines, _columns = _lib.variable("LINES"), _lib.variable("COLS")
_colors, _color_pairs = _lib.variable("COLORS"), _lib.variable("COLOR_PAIRS")
_screen = _lib.variable("stdscr", is_pointer=True)
_virtual_screen = _lib.variable("newscr", is_pointer=True)


def _need(name):
    if name not in _called:
        raise error(f"must call {name}() first")


def _act(name, meaning, writes=False):
    """A function without arguments that the library does."""
    function = _function(name, writes=writes)

    def act():
        _need("initscr")
        _check(function(), name)
    return _named(act, name, meaning)


def _question(name, meaning, result=_lib.as_bool):
    function = _function(name, result)

    def question():
        _need("initscr")
        return function()
    return _named(question, name, meaning)


def _named(function, name, meaning):
    function.__name__ = function.__qualname__ = name
    function.__doc__ = meaning
    return function


def _mode(name, opposite, meaning, note=lambda flag: None):
    """A function that switches a mode on, or off by a false argument."""
    switch_on, switch_off = _function(name, writes=True), _function(opposite, writes=True)

    def mode(flag=True, /):
        _need("initscr")
        flag = bool(flag)
        with _lib.lock:
            _check(switch_on() if flag else switch_off(), name if flag else opposite)
            note(flag)

    def no_mode():
        mode(False)
    return _named(mode, name, meaning), _named(no_mode, opposite, f"{name}(False).")


def _note_cbreak(flag):
    _keys.modes.has_cbreak, _keys.modes.tenths = flag, 0


def _note_raw(flag):
    _keys.modes.is_raw, _keys.modes.has_cbreak, _keys.modes.tenths = flag, flag, 0


def _note_echo(flag):
    _keys.modes.echoes = flag


cbreak, nocbreak = _mode("cbreak", "nocbreak", "Has each key read at once.", _note_cbreak)
raw, noraw = _mode("raw", "noraw", "Has keys read that send signals, too.", _note_raw)
echo, noecho = _mode("echo", "noecho", "Has keys shown.", _note_echo)
nl, nonl = _mode("nl", "nonl", "Has the return key give a new line.")

beep = _act("beep", "Sounds the bell.", writes=True)
flash = _act("flash", "Flashes the screen.", writes=True)
doupdate = _act("doupdate", "Shows what has been marked for it.", writes=True)
endwin = _act("endwin", "Gives the terminal back.", writes=True)
def_prog_mode = _act("def_prog_mode", "Keeps the modes as those of the program.")
def_shell_mode = _act("def_shell_mode", "Keeps the modes as those of the shell.")
reset_prog_mode = _act("reset_prog_mode", "Sets the program's modes.", writes=True)
reset_shell_mode = _act("reset_shell_mode", "Sets the shell's modes.", writes=True)
savetty = _act("savetty", "Keeps the modes.")
resetty = _act("resetty", "Sets the modes that were kept.", writes=True)
flushinp = _act("flushinp", "Forgets keys that have not been read.")

can_change_color = _question("can_change_color", "Whether colours can be changed.")
has_colors = _question("has_colors", "Whether there are colours.")
has_ic = _question("has_ic", "Whether the terminal inserts and deletes characters.")
has_il = _question("has_il", "Whether the terminal inserts and deletes lines.")
isendwin = _question("isendwin", "Whether the terminal has been given back.")
baudrate = _question("baudrate", "How fast the terminal is.", _lib.as_int)
termattrs = _question("termattrs", "The attributes that the terminal has.", _lib.as_unsigned)
_long_name = _question("longname", "", _lib.as_pointer)
_term_name = _question("termname", "", _lib.as_pointer)


def longname():
    """What the terminal is called in full."""
    return _text(_long_name(), "longname")


def termname():
    """What the terminal is called."""
    return _text(_term_name(), "termname")


def _text(pointer, name):
    if not pointer:
        raise error(f"{name}() returned NULL")
    return _lib.text_at(pointer)


# ---- the screen

_initscr = _function("initscr", _lib.as_pointer, writes=True)
_setupterm = _function("setupterm", writes=True)


def initscr():
    """Begins: the window of the whole screen."""
    with _lib.lock:
        if "initscr" in _called:
            _f.wrefresh(_screen())
            return _make(_screen())
        pointer = _initscr()
        if not pointer:
            raise error("initscr() returned NULL")
        _called.update(("initscr", "setupterm"))
        words = _lib.table("acs_map", 128)
        for name, letter in zip(_DRAWINGS[::2], _DRAWINGS[1::2]):
            globals()["ACS_" + name] = words[ord(letter)]
        _note_size()
        return _make(pointer)


def _note_size():
    globals().update(LINES=_lines(), COLS=_columns())


def setupterm(term=None, fd=-1):
    """Looks the terminal up, by its name or the variable TERM."""
    if term is not None and not isinstance(term, str):
        kind = type(term).__name__
        raise TypeError(f"setupterm() argument 'term' must be str or None, not {kind}")
    fd = _int(fd)
    if fd == -1:
        import sys
        if sys.stdout is None:
            raise error("lost sys.stdout")
        fd = sys.stdout.fileno()
    if "setupterm" in _called:
        return
    name = None if term is None else _terminated(term)
    with _Memory(name or b"\0") as memory, _Memory(bytes(4)) as place:
        failed = _setupterm(memory if name else 0, fd, place) == ERR
        cause = int.from_bytes(_lib.read(place, 4), "little", signed=True)
    if failed:
        causes = {0: "could not find terminal", -1: "could not find terminfo database"}
        raise error("setupterm: " + causes.get(cause, "unknown error"))
    _called.add("setupterm")


def _terminated(text):
    if "\0" in text:
        raise ValueError("embedded null character")
    return text.encode() + b"\0"


def newwin(*args):
    """newwin(nlines, ncols, [begin_y=0, begin_x=0])
    A window of its own."""
    if not (2 <= len(args) <= 4 and len(args) != 3):
        raise TypeError("_curses.newwin requires 2 to 4 arguments")
    args = [_lib.signed(arg) for arg in args]
    _need("initscr")
    with _lib.lock:
        return _make(_new_window(*args))


_new_window = _function("newwin", _lib.as_pointer)
_new_pad = _function("newpad", _lib.as_pointer)
_get_window = _function("getwin", _lib.as_pointer)


def newpad(nlines, ncols, /):
    """A window that may be larger than the screen."""
    nlines, ncols = _int(nlines), _int(ncols)
    _need("initscr")
    with _lib.lock:
        return _make(_new_pad(nlines, ncols))


def getwin(file, /):
    """Reads a window that putwin has written."""
    _need("initscr")
    content = file.read()
    if not isinstance(content, bytes):
        raise TypeError(f"f.read() returned {type(content).__name__} instead of bytes")
    with _lib.lock:
        return _make(_lib.from_file_content(_get_window, content))


def _sized(name, meaning):
    function = _function(name, writes=True)

    def change(nlines, ncols, /):
        nlines, ncols = _lib.c_short(nlines), _lib.c_short(ncols)
        _need("initscr")
        _check(function(nlines, ncols), name)
        update_lines_cols()
    return _named(change, name, meaning)


resize_term = _sized("resize_term", "Changes the size of the screen, and of its windows.")
resizeterm = _sized("resizeterm", "As resize_term, and notes that the terminal has changed.")
_is_term_resized = _function("is_term_resized", _lib.as_bool)


def is_term_resized(nlines, ncols, /):
    """Whether resize_term would change anything."""
    nlines, ncols = _int(nlines), _int(ncols)
    _need("initscr")
    return _is_term_resized(nlines, ncols)


def update_lines_cols():
    """Sets LINES and COLS to what the library knows, here and in curses."""
    import curses
    _note_size()
    curses.LINES, curses.COLS = LINES, COLS


def getsyx():
    """Where the cursor of the screen is going to be."""
    _need("initscr")
    screen = _virtual_screen()
    if not screen:
        return 0, 0
    if _is_leaveok(screen):
        return -1, -1
    return _f.getcury(screen), _f.getcurx(screen)


def setsyx(y, x, /):
    """Says where the cursor of the screen is going to be."""
    y, x = _int(y), _int(x)
    _need("initscr")
    screen = _virtual_screen()
    if screen:
        _f.leaveok(screen, y == x == -1)
        if not y == x == -1:
            _f.wmove(screen, y, x)


_is_leaveok = _function("is_leaveok", _lib.as_bool)

# ---- colours

_EXTENDED = _function("init_extended_color") is not None
_PREFIX = "extended_" if _EXTENDED else ""
_INIT_PAIR, _INIT_COLOR = (f"init_{_PREFIX}{what}" for what in ("pair", "color"))
_start_color, _use_default, _assume_default, _init_color = (
    _function(name, writes=True)
    for name in ("start_color", "use_default_colors", "assume_default_colors", _INIT_COLOR)
)
_init_pair = _function(_INIT_PAIR)
_color_content = _function(f"{_PREFIX}color_content")
_pair_content = _function(f"{_PREFIX}pair_content")


def _color(value, may_be_default=False):
    value, count = _any(value), _colors()
    if value >= count:
        raise ValueError(f"Color number is greater than COLORS-1 ({count - 1}).")
    if value < (-1 << 31 if may_be_default else 0):
        raise ValueError("Color number is less than 0.")
    return value


def _pair(value):
    value = _any(value)
    if value < 0:
        raise ValueError("Color pair is less than 0.")
    if value >= 1 << 31:
        raise ValueError("Color pair is greater than maximum (2147483647).")
    return value


def _check_pair(result, name, value):
    """The library has more pairs than it tells, so that it is asked first."""
    count = _color_pairs()
    if result == ERR and value >= count:
        raise ValueError(f"Color pair is greater than COLOR_PAIRS-1 ({count - 1}).")
    _check(result, name)


def _need_color():
    _need("initscr")
    _need("start_color")


def start_color():
    """Begins to use colours."""
    _need("initscr")
    _check(_start_color(), "start_color")
    _called.add("start_color")
    globals().update(COLORS=_colors(), COLOR_PAIRS=_color_pairs())


def has_extended_color_support():
    """Whether there may be more than 256 pairs of colours."""
    return _EXTENDED


def use_default_colors():
    """Lets -1 stand for the terminal's own colours."""
    _need_color()
    _check(_use_default(), "use_default_colors")


def assume_default_colors(fg, bg, /):
    """Says which colours pair 0 has."""
    fg, bg = _int(fg), _int(bg)
    _need_color()
    _check(_assume_default(fg, bg), "assume_default_colors")


def init_pair(pair_number, fg, bg, /):
    """Sets the colours of a pair."""
    pair_number = _pair(pair_number)
    fg, bg = _color(fg, True), _color(bg, True)
    _need_color()
    _check_pair(_init_pair(pair_number, fg, bg), _INIT_PAIR, pair_number)


def init_color(color_number, r, g, b, /):
    """Sets the parts of a colour, from 0 to 1000."""
    color_number, parts = _color(color_number), [_any(part) for part in (r, g, b)]
    for part in parts:
        if not 0 <= part <= 1000:
            how = "less than 0" if part < 0 else "greater than 1000"
            raise ValueError(f"Color component is {how}")
    _need_color()
    _check(_init_color(color_number, *parts), _INIT_COLOR)


def _numbers(function, number, count):
    """The result of a function, and the numbers that it writes to memory one behind the other."""
    size = 4 if _EXTENDED else 2
    with _lib.lock, _Memory(bytes(size * count)) as place:
        places = range(place, place + size * count, size)
        result = function(number, *places)
        content = _lib.read(place, size * count)
    starts = range(0, size * count, size)
    return result, tuple(
        int.from_bytes(content[start:start + size], "little", signed=True) for start in starts
    )


def color_content(color_number, /):
    """The parts of a colour."""
    color_number = _color(color_number)
    _need_color()
    result, parts = _numbers(_color_content, color_number, 3)
    _check(result, f"{_PREFIX}color_content")
    return parts


def pair_content(pair_number, /):
    """The colours of a pair."""
    pair_number = _pair(pair_number)
    _need_color()
    result, colors = _numbers(_pair_content, pair_number, 2)
    _check_pair(result, f"{_PREFIX}pair_content", pair_number)
    return colors


def color_pair(pair_number, /):
    """The attribute of a pair of colours."""
    pair_number = _int(pair_number)
    _need_color()
    return pair_number << 8 & A_COLOR


def pair_number(attr, /):
    """The number of the pair of colours in attributes."""
    attr = _int(attr)
    _need_color()
    return (attr & A_COLOR) >> 8


# ---- keys and mouse

_halfdelay, _unget, _unget_wide = (
    _function(name) for name in ("halfdelay", "ungetch", "unget_wch")
)
_has_key = _function("has_key", _lib.as_bool)
_typeahead, _intrflush = _function("typeahead"), _function("intrflush")
_meta = _function("meta", writes=True)
_qiflush, _noqiflush, _filter, _use_env = (
    _function(name, _lib.as_none) for name in ("qiflush", "noqiflush", "filter", "use_env")
)
_mouse_mask = _function("mousemask", _lib.as_unsigned, writes=True)
_mouse_interval = _function("mouseinterval")
_get_mouse, _unget_mouse = _function("getmouse"), _function("ungetmouse")
_EVENT = _lib._struct.Struct("<hxxiiiI")


def halfdelay(tenths, /):
    """As cbreak, but a key is waited for so many tenths of a second only."""
    tenths = _lib.c_byte(tenths)
    _need("initscr")
    with _lib.lock:
        _check(_halfdelay(tenths), "halfdelay")
        _keys.modes.has_cbreak, _keys.modes.tenths = True, tenths


def ungetch(ch, /):
    """Puts a key back, to be read next."""
    _need("initscr")
    _check(_unget(_lib.character(ch, "UTF-8")), "ungetch")


def unget_wch(ch, /):
    """Puts a character back, to be read next."""
    _need("initscr")
    _check(_unget_wide(_lib.wide_character(ch)), "unget_wch")


def has_key(key, /):
    """Whether the terminal has a key."""
    key = _int(key)
    _need("initscr")
    return _has_key(key)


def keyname(key, /):
    """The name of a key."""
    key = _int(key)
    _need("initscr")
    if key < 0:
        raise ValueError("invalid key number")
    return _lib.text_at(_key_name(key)) or b""


def unctrl(ch, /):
    """A text that shows a character."""
    _need("initscr")
    return _text(_unctrl(_lib.character(ch, "UTF-8")), "unctrl")


_unctrl = _function("unctrl", _lib.as_pointer)
_erase_char, _kill_char = _function("erasechar", _lib.as_unsigned), _function("killchar")


def erasechar():
    """The key that erases a character."""
    _need("initscr")
    return bytes([_erase_char() & 0xFF])


def killchar():
    """The key that erases a line."""
    return bytes([_kill_char() & 0xFF])


def typeahead(fd, /):
    """Which descriptor is looked at for keys while the screen is drawn; none: -1."""
    fd = _int(fd)
    _need("initscr")
    _check(_typeahead(fd), "typeahead")


def intrflush(flag, /):
    """Whether a key that interrupts drops output."""
    flag = bool(flag)
    _need("initscr")
    _check(_intrflush(0, flag), "intrflush")


def meta(yes, /):
    """Whether keys have eight bits."""
    yes = bool(yes)
    _need("initscr")
    _check(_meta(_screen(), yes), "meta")


def qiflush(flag=True, /):
    """Whether keys that send signals drop what waits."""
    _need("initscr")
    (_qiflush if flag else _noqiflush)()


def noqiflush():
    """qiflush(False)."""
    qiflush(False)


def filter():
    """Restricts the screen to one line, before initscr."""
    _filter()


def use_env(flag, /):
    """Whether LINES and COLUMNS of the environment count, before initscr."""
    _use_env(bool(flag))


def mousemask(newmask, /):
    """Which events of the mouse are told: those that can be, those that were."""
    if not isinstance(newmask, int):
        raise TypeError(f"mousemask() argument must be int, not {type(newmask).__name__}")
    _need("initscr")
    with _lib.lock, _Memory(bytes(8)) as place:
        available = _mouse_mask(newmask & 0xFFFFFFFF, place)
        return available, int.from_bytes(_lib.read(place, 4), "little")


def mouseinterval(interval, /):
    """Within how many milliseconds a button is clicked."""
    interval = _int(interval)
    _need("initscr")
    _check(_mouse_interval(interval), "mouseinterval")


def getmouse():
    """The event of the mouse that KEY_MOUSE has told of."""
    _need("initscr")
    with _lib.lock, _Memory(bytes(_EVENT.size)) as place:
        _check(_get_mouse(place), "getmouse")
        return _EVENT.unpack(_lib.read(place, _EVENT.size))


def ungetmouse(id, x, y, z, bstate, /):
    """Puts an event of the mouse back, to be read next."""
    if not isinstance(bstate, int):
        kind = type(bstate).__name__
        raise TypeError(f"ungetmouse() argument 5 must be int, not {kind}")
    event = _EVENT.pack(_lib.c_short(id), _int(x), _int(y), _int(z), bstate & 0xFFFFFFFF)
    _need("initscr")
    with _Memory(event) as place:
        _check(_unget_mouse(place), "ungetmouse")


# ---- terminal

_curs_set, _delay_output, _putp = (
    _function(name, writes=True) for name in ("curs_set", "delay_output", "putp")
)
_flush = _function("fflush", writes=True, library=_lib._c)
_flag, _amount = _function("tigetflag"), _function("tigetnum")
_capability, _tparm = _function("tigetstr", _lib.as_pointer), _function("tparm", _lib.as_pointer)
_escape_delay, _tab_size = _lib.variable("ESCDELAY"), _lib.variable("TABSIZE")
_set_escape_delay, _set_tab_size = _function("set_escdelay"), _function("set_tabsize")


def curs_set(visibility, /):
    """How visible the cursor is, from 0 to 2: what it was."""
    visibility = _int(visibility)
    _need("initscr")
    before = _curs_set(visibility)
    _check(before, "curs_set")
    return before


def delay_output(ms, /):
    """Pauses in the output."""
    ms = _int(ms)
    _need("initscr")
    _check(_delay_output(ms), "delay_output")


def napms(ms, /):
    """Sleeps."""
    ms = _int(ms)
    _need("initscr")
    import time
    time.sleep(min(max(ms, 0), 30000) / 1000)
    return OK


def _capability_name(name, function):
    if not isinstance(name, str):
        raise TypeError(f"{function}() argument must be str, not {type(name).__name__}")
    _need("setupterm")
    return _Memory(_terminated(name))


def tigetflag(capname, /):
    """A capability of the terminal that is there or not."""
    with _capability_name(capname, "tigetflag") as name:
        return _flag(name)


def tigetnum(capname, /):
    """A capability of the terminal that is a number."""
    with _capability_name(capname, "tigetnum") as name:
        return _amount(name)


def tigetstr(capname, /):
    """A capability of the terminal that is a text."""
    with _capability_name(capname, "tigetstr") as name:
        pointer = _capability(name)
    return None if pointer == (1 << 64) - 1 else _lib.text_at(pointer)


def _content(string):
    if isinstance(string, str):
        raise TypeError("a bytes-like object is required, not 'str'")
    return bytes(memoryview(string))


def tparm(str, i1=0, i2=0, i3=0, i4=0, i5=0, i6=0, i7=0, i8=0, i9=0, /):
    """A text of the terminal with numbers in it."""
    content = _content(str)
    numbers = [_int(number) for number in (i1, i2, i3, i4, i5, i6, i7, i8, i9)]
    _need("setupterm")
    with _lib.lock, _Memory(content + b"\0") as place:
        return _text(_tparm(place, *numbers), "tparm")


def putp(string, /):
    """Writes a text of the terminal to standard output, at once."""
    content = _content(string)
    if b"\0" in content:
        raise ValueError("embedded null byte")
    with _lib.lock, _Memory(content + b"\0") as place:
        _check(_putp(place), "putp")
        _flush(0)


def get_escdelay():
    """How long the library waits for what follows an escape, in milliseconds."""
    return _escape_delay()


def set_escdelay(ms, /):
    """Sets how long the library waits for what follows an escape."""
    ms = _int(ms)
    if ms <= 0:
        raise ValueError("ms must be > 0")
    _check(_set_escape_delay(ms), "set_escdelay")


def get_tabsize():
    """How far a tabulator goes."""
    return _tab_size()


def set_tabsize(size, /):
    """Sets how far a tabulator goes."""
    size = _int(size)
    if size <= 0:
        raise ValueError("size must be > 0")
    _check(_set_tab_size(size), "set_tabsize")
