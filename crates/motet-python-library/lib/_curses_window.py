"""The class `window` of `_curses`: a window of ncurses.

Many methods take a position before their other arguments, or none; what says so is the number of
arguments. A window goes away with its object, unless a panel or a window inside of it is left: then
with the last of these.
"""

# The module that programs know.
__name__ = "_curses"

import struct as _struct

import _curses_keys as _keys
import _motet_curses as _lib
from _motet_curses import Memory as _Memory, attribute as _attribute, c_int as _int
from _motet_curses import character as _character, function as _function, signed as _signed

_LINE_MAX = 2047
_COLOR, _ATTRIBUTES = 0xFF00, 0xFFFFFF00
_KEY_CODE, _NO_CELL = 256, 0xFFFFFFFF


class error(Exception):
    pass


def _check(result, name):
    if result == _lib.ERR:
        raise error(f"{name}() returned ERR")


# ---- functions of the library

_ACTS = """wmove mvwaddch waddch mvwadd_wch wadd_wch wattron wattroff wattrset wbkgd wborder
 mvwdelch wdelch wdeleteln winsdelln winsertln werase wclear wclrtobot wclrtoeol wclearok
clearok idlok leaveok nodelay notimeout scrollok whline wvline winsch mvwinsch mvderwin mvwin
redrawwin wredrawln wresize wscrl wsetscrreg wstandend wstandout touchwin touchline wtouchln
untouchwin win_wch mvwin_wch
wnoutrefresh pnoutrefresh copywin overlay overwrite getcury getcurx getbegy getbegx
getmaxy getmaxx getpary getparx winnstr mvwinnstr wchgat mvwchgat delwin getattrs syncok
""".split()
_WRITES = "keypad wechochar pechochar wrefresh prefresh wget_wch putwin".split()
_NOTHING = "wbkgdset idcok immedok wsyncup wsyncdown wcursyncup wtimeout".split()
_POINTERS = "subwin derwin subpad".split()
_BOOLEANS = "is_pad is_wintouched is_linetouched wenclose".split()
_UNSIGNED = "winch mvwinch getbkgd".split()


class _Functions:
    """The functions of the library that windows use, by their names."""


def _find(names, result, writes=False):
    for name in names:
        setattr(_Functions, name, staticmethod(_function(name, result, writes)))


_find(_ACTS, _lib.as_int)
_find(_WRITES, _lib.as_int, True)
_find(_NOTHING, _lib.as_none)
_find(_POINTERS, _lib.as_pointer)
_find(_BOOLEANS, _lib.as_bool)
_find(_UNSIGNED, _lib.as_unsigned)
_f = _Functions

# Functions that write texts, by how many characters and of which kind: their names here and there.
_add_text = {
    (False, False): ("addstr", "waddstr"), (False, True): ("addwstr", "waddwstr"),
    (True, False): ("addnstr", "waddnstr"), (True, True): ("addnwstr", "waddnwstr"),
}
_insert_text = {
    (False, False): ("insstr", "winsstr"), (False, True): ("inswstr", "wins_wstr"),
    (True, False): ("insnstr", "winsnstr"), (True, True): ("insn_wstr", "wins_nwstr"),
}
for _table in _add_text, _insert_text:
    for _case, (_shown, _name) in _table.items():
        _table[_case] = _shown, _function(_name), _function("mv" + _name)


# ---- which windows are used by others

_users = {}
_left = set()


def hold(pointer):
    """A panel or a window inside of it needs a window of the library."""
    with _lib.lock:
        _users[pointer] = _users.get(pointer, 0) + 1


def let_go(pointer):
    """One that needed a window of the library is gone."""
    with _lib.lock:
        _users[pointer] -= 1
        if not _users[pointer]:
            del _users[pointer]
            if pointer in _left:
                _left.discard(pointer)
                _delete(pointer)


_parents = {}


def _delete(pointer):
    with _lib.lock:
        if pointer in _users:
            _left.add(pointer)
            return
        _f.delwin(pointer)
        parent = _parents.pop(pointer, None)
        if parent is not None:
            let_go(parent)


# ---- how methods are described

def _described(shape, meaning, least=0, most=9):
    """Makes a method of arguments in groups: their count is checked, the rest is the function's,
    which gets them as one tuple."""
    def describe(function):
        def method(self, /, *args):
            if least <= len(args) <= most:
                return function(self, args)
            name = function.__name__
            raise TypeError(f"_curses.window.{name} requires {least} to {most} arguments")
        method.__name__, method.__qualname__ = function.__name__, function.__qualname__
        method.__doc__ = f"{function.__name__}({shape})\n{meaning}"
        return method
    return describe


def _placed(args, least):
    """The position that the arguments begin with, if they are more than `least` and one more; the
    other arguments."""
    if len(args) < least + 2:
        return None, args
    return (_signed(args[0]), _signed(args[1])), args[2:]


def _flag_method(name, meaning):
    function = getattr(_f, name)

    def method(self, /, *args):
        if len(args) != 1:
            raise TypeError("True(1) or False(0)")
        flag = _signed(args[0])
        _check(function(self._win, flag != 0), name)
    method.__name__, method.__qualname__ = name, f"window.{name}"
    method.__doc__ = meaning
    return method


def _act_method(name, function_name, meaning):
    function = getattr(_f, function_name)

    def method(self, /):
        _check(function(self._win), function_name)
    method.__name__, method.__qualname__ = name, f"window.{name}"
    method.__doc__ = meaning
    return method


def _two(args, message):
    if len(args) != 2:
        raise TypeError(message)
    return _signed(args[0]), _signed(args[1])


def _pair_method(name, function_name, message, meaning):
    function = getattr(_f, function_name)

    def method(self, /, *args):
        _check(function(self._win, *_two(args, message)), function_name)
    method.__name__, method.__qualname__ = name, f"window.{name}"
    method.__doc__ = meaning
    return method


class window:
    __module__ = "_curses"
    __slots__ = ("_win", "_encoding", "_delay", "_parent")

    def __new__(cls, *_, **__):
        raise TypeError("cannot create '_curses.window' instances")

    def __init_subclass__(cls):
        raise TypeError("type '_curses.window' is not an acceptable base type")

    def __del__(self):
        if not self._is_screen():
            _delete(self._win)

    def _is_screen(self):
        return self._win == _screen()

    @property
    def encoding(self):
        """the encoding of the characters that the window is given"""
        return self._encoding

    @encoding.setter
    def encoding(self, value):
        if not isinstance(value, str):
            raise TypeError("setting encoding to a non-string")
        value.encode("ascii")
        self._encoding = value

    @encoding.deleter
    def encoding(self):
        raise TypeError("encoding may not be deleted")

    # ---- characters and texts

    @_described("[y, x,] ch, [attr=_curses.A_NORMAL]", "Writes a character.", 1, 4)
    def addch(self, args):
        place, (ch, *attr) = _placed(args, 1)
        attr = _attribute(attr[0]) if attr else 0
        if isinstance(ch, str) and len(ch) == 1:
            self._add_wide(place, ch, attr)
            return
        ch = _character(ch, self._encoding) | attr
        if place is None:
            _check(_f.waddch(self._win, ch), "addch")
        else:
            _check(_f.mvwaddch(self._win, *place, ch), "addch")

    def _add_wide(self, place, ch, attr):
        # A cell as the library has it: attributes, characters, the pair of colours.
        cell = _struct.pack("<II16xi", attr, ord(ch), (attr & _COLOR) >> 8)
        with _lib.lock, _Memory(cell) as memory:
            if place is None:
                result = _f.wadd_wch(self._win, memory)
            else:
                result = _f.mvwadd_wch(self._win, *place, memory)
        _check(result, "add_wch")

    def _write_text(self, functions, place, text, counts, attr):
        content, is_wide = _lib.text(text)
        name, here, there = functions[bool(counts), is_wide]
        with _lib.lock:
            memory = _lib.allocate(len(content))
            try:
                _lib.write(memory, content)
                if attr:
                    before = _f.getattrs(self._win) & 0xFFFFFFFF
                    _f.wattrset(self._win, attr[0] & 0xFFFFFFFF)
                if place is None:
                    result = here(self._win, memory, *counts)
                else:
                    result = there(self._win, *place, memory, *counts)
                if attr:
                    _f.wattrset(self._win, before)
            finally:
                _lib.release(memory)
        _check(result, name)

    @_described("[y, x,] str, [attr]", "Writes a text.", 1, 4)
    def addstr(self, args):
        place, (text, *attr) = _placed(args, 1)
        self._write_text(_add_text, place, text, (), [_lib.c_long(value) for value in attr])

    @_described("[y, x,] str, n, [attr]", "Writes at most n characters of a text.", 2, 5)
    def addnstr(self, args):
        place, (text, count, *attr) = _placed(args, 2)
        counts, attr = (_signed(count),), [_lib.c_long(value) for value in attr]
        self._write_text(_add_text, place, text, counts, attr)

    @_described("[y, x,] str, [attr]", "Inserts a text; the rest of the line moves.", 1, 4)
    def insstr(self, args):
        place, (text, *attr) = _placed(args, 1)
        self._write_text(_insert_text, place, text, (), [_lib.c_long(value) for value in attr])

    @_described("[y, x,] str, n, [attr]", "Inserts at most n characters of a text.", 2, 5)
    def insnstr(self, args):
        place, (text, count, *attr) = _placed(args, 2)
        counts, attr = (_signed(count),), [_lib.c_long(value) for value in attr]
        self._write_text(_insert_text, place, text, counts, attr)

    @_described(
        "[y, x,] ch, [attr=_curses.A_NORMAL]", "Inserts a character; the rest of the line moves.",
        1, 4,
    )
    def insch(self, args):
        place, (ch, *attr) = _placed(args, 1)
        ch = _character(ch, self._encoding) | (_attribute(attr[0]) if attr else 0)
        if place is None:
            _check(_f.winsch(self._win, ch), "insch")
        else:
            _check(_f.mvwinsch(self._win, *place, ch), "insch")

    def echochar(self, /, *args):
        """Writes a character, and shows it."""
        ch = self._with_attribute("echochar", args)
        name = "pechochar" if _f.is_pad(self._win) else "wechochar"
        _check(getattr(_f, name)(self._win, ch), "echochar")

    def _with_attribute(self, name, args):
        if not args:
            raise TypeError(f"{name} expected at least 1 argument, got 0")
        if len(args) > 2:
            raise TypeError(f"{name} expected at most 2 arguments, got {len(args)}")
        attr = _attribute(args[1]) if len(args) == 2 else 0
        return _character(args[0], self._encoding) | attr

    @_described("[y, x]", "Deletes a character; the rest of the line moves.", 0, 2)
    def delch(self, args):
        if _is_placed("delch", args):
            _check(_f.mvwdelch(self._win, *_two(args, "")), "mvwdelch")
        else:
            _check(_f.wdelch(self._win), "wdelch")

    @_described("[y, x]", "The character at a place, with its attributes.", 0, 2)
    def inch(self, args):
        with _lib.lock, _Memory(bytes(_lib.CCHAR_SIZE)) as cell:
            if _is_placed("inch", args):
                place = _two(args, "")
                found = _f.mvwinch(self._win, *place)
                _f.mvwin_wch(self._win, *place, cell)
            else:
                found = _f.winch(self._win)
                _f.win_wch(self._win, cell)
            attributes, wide = _struct.unpack("<II", _lib.read(cell, 8))
        # Of a character that is no byte there are the attributes only.
        return found if wide < 128 or found == _NO_CELL else attributes & _ATTRIBUTES

    @_described("[y, x,] n=2047", "The text of the line from a place on, as bytes.")
    def instr(self, args):
        place, count = _place_and_length(args)
        with _Memory(size=_LINE_MAX + 1) as memory:
            _lib.write(memory, b"\0")
            if place is None:
                result = _f.winnstr(self._win, memory, count)
            else:
                result = _f.mvwinnstr(self._win, *place, memory, count)
            return b"" if result == _lib.ERR else _lib.text_at(memory)

    # ---- keys

    def _moved(self, name, args):
        """Whether the cursor is at the place that the arguments tell, if they do."""
        if not _is_placed(name, args):
            return True
        return _f.wmove(self._win, *_two(args, "")) != _lib.ERR

    @_described("[y, x]", "Waits for a key: its number.", 0, 2)
    def getch(self, args):
        return _keys.get_key(self) if self._moved("getch", args) else _lib.ERR

    @_described("[y, x]", "Waits for a key: its name.", 0, 2)
    def getkey(self, args):
        key = _keys.get_key(self) if self._moved("getkey", args) else _lib.ERR
        if key == _lib.ERR:
            raise error("no input")
        if key <= 255:
            return chr(key)
        return (_lib.text_at(_key_name(key)) or b"").decode()

    @_described("[y, x]", "Waits for a key: its character, or the number of a special key.", 0, 2)
    def get_wch(self, args):
        status, key = _lib.ERR, 0
        if self._moved("get_wch", args):
            status, key = _keys.read(self, _read_wide, _is_no_wide)
        if status == _lib.ERR:
            raise error("no input")
        return key if status == _KEY_CODE else chr(key)

    @_described("[[y, x,] n=2047]", "Waits for a line: its content, as bytes.")
    def getstr(self, args):
        place, count = _place_and_length(args)
        if place is not None and _f.wmove(self._win, *place) == _lib.ERR:
            return b""
        return _keys.read_line(self, count) or b""

    def timeout(self, /, *args):
        """How long the window waits for a key, in milliseconds; for ever: less than 0."""
        if len(args) != 1:
            raise TypeError("delay")
        delay = _signed(args[0])
        _f.wtimeout(self._win, delay)
        self._delay = max(delay, -1)

    def nodelay(self, /, *args):
        """Whether the window has no time for a key to come."""
        if len(args) != 1:
            raise TypeError("True(1) or False(0)")
        flag = _signed(args[0]) != 0
        _check(_f.nodelay(self._win, flag), "nodelay")
        self._delay = 0 if flag else -1

    keypad = _flag_method("keypad", "Whether special keys have numbers of their own.")
    notimeout = _flag_method("notimeout", "Whether an escape waits for what may follow it.")

    # ---- attributes and background

    def attron(self, attr, /):
        """Switches attributes on."""
        _check(_f.wattron(self._win, _attribute(attr)), "wattron")

    def attroff(self, attr, /):
        """Switches attributes off."""
        _check(_f.wattroff(self._win, _attribute(attr)), "wattroff")

    def attrset(self, attr, /):
        """Sets the attributes."""
        _check(_f.wattrset(self._win, _attribute(attr)), "wattrset")

    standout = _act_method("standout", "wstandout", "Switches A_STANDOUT on.")
    standend = _act_method("standend", "wstandend", "Switches all attributes off.")

    @_described("[y, x,] [n=-1,] attr", "Changes the attributes of n characters.", 1, 4)
    def chgat(self, args):
        place, args = _placed(args, 1)
        numbers, attr = [_signed(number) for number in args[:-1]], _attribute(args[-1])
        count = numbers[0] if numbers else -1
        pair, attr = (attr & _COLOR) >> 8, attr & _ATTRIBUTES
        with _lib.lock:
            if place is None:
                y = _f.getcury(self._win)
                result = _f.wchgat(self._win, count, attr, pair, 0)
            else:
                y = place[0]
                result = _f.mvwchgat(self._win, *place, count, attr, pair, 0)
            _f.wtouchln(self._win, y, 1, 1)
        _check(result, "chgat")

    def bkgd(self, /, *args):
        """Sets the background, also of what is there."""
        _check(_f.wbkgd(self._win, self._with_attribute("bkgd", args)), "bkgd")

    def bkgdset(self, /, *args):
        """Sets the background of what will be written."""
        _f.wbkgdset(self._win, self._with_attribute("bkgdset", args))

    def getbkgd(self, /):
        """The background."""
        return _f.getbkgd(self._win)

    # ---- lines

    def border(self, /, *args):
        """Draws a border: its four sides, then its corners."""
        if len(args) > 8:
            raise TypeError(f"border expected at most 8 arguments, got {len(args)}")
        parts = [_character(part, self._encoding) for part in args]
        _check(_f.wborder(self._win, *parts, *[0] * (8 - len(parts))), "wborder")

    @_described("[verch=0, horch=0]", "Draws a border.", 0, 2)
    def box(self, args):
        if len(args) == 1:
            raise TypeError("_curses.window.box requires 0 to 2 arguments")
        up, across = [_character(part, self._encoding) for part in args] or (0, 0)
        _f.wborder(self._win, up, up, across, across, 0, 0, 0, 0)

    def _draw(self, function, name, args):
        place, (ch, count, *attr) = _placed(args, 2)
        ch, count = _character(ch, self._encoding), _signed(count)
        attr = _attribute(attr[0]) if attr else 0
        with _lib.lock:
            if place is not None:
                _check(_f.wmove(self._win, *place), "wmove")
            _check(function(self._win, ch | attr, count), name)

    @_described("[y, x,] ch, n, [attr=_curses.A_NORMAL]", "Draws a line to the right.", 2, 5)
    def hline(self, args):
        self._draw(_f.whline, "hline", args)

    @_described("[y, x,] ch, n, [attr=_curses.A_NORMAL]", "Draws a line downwards.", 2, 5)
    def vline(self, args):
        self._draw(_f.wvline, "vline", args)

    # ---- whole lines and windows

    erase = _act_method("erase", "werase", "Empties the window.")
    clear = _act_method("clear", "wclear", "Empties the window, and has it drawn anew.")
    clrtobot = _act_method("clrtobot", "wclrtobot", "Empties what is behind the cursor.")
    clrtoeol = _act_method("clrtoeol", "wclrtoeol", "Empties the line behind the cursor.")
    deleteln = _act_method("deleteln", "wdeleteln", "Deletes the line.")
    insertln = _act_method("insertln", "winsertln", "Inserts a line.")

    def insdelln(self, /, *args):
        """Inserts so many lines, or deletes them (less than 0)."""
        if len(args) != 1:
            raise TypeError("nlines")
        _check(_f.winsdelln(self._win, _signed(args[0])), "winsdelln")

    @_described("[lines=1]", "Scrolls.", 0, 1)
    def scroll(self, args):
        _check(_f.wscrl(self._win, _signed(args[0]) if args else 1), "scroll")

    scrollok = _flag_method("scrollok", "Whether the window scrolls when it is full.")
    setscrreg = _pair_method(
        "setscrreg", "wsetscrreg", "top, bottom", "Which lines scroll: the first and the last."
    )
    move = _pair_method("move", "wmove", "y,x", "Moves the cursor.")
    mvwin = _pair_method("mvwin", "mvwin", "y,x", "Moves the window.")
    mvderwin = _pair_method("mvderwin", "mvderwin", "y,x", "Moves the window within its parent.")
    resize = _pair_method("resize", "wresize", "lines,columns", "Changes the size of the window.")

    def getyx(self, /):
        """Where the cursor is."""
        return _f.getcury(self._win), _f.getcurx(self._win)

    def getbegyx(self, /):
        """Where the window begins."""
        return _f.getbegy(self._win), _f.getbegx(self._win)

    def getmaxyx(self, /):
        """How large the window is."""
        return _f.getmaxy(self._win), _f.getmaxx(self._win)

    def getparyx(self, /):
        """Where the window begins within its parent."""
        return _f.getpary(self._win), _f.getparx(self._win)

    def enclose(self, y, x, /):
        """Whether a place of the screen lies in the window."""
        return _f.wenclose(self._win, _int(y), _int(x))

    def _inside(self, name, args):
        """A window inside of this one."""
        if not (2 <= len(args) <= 4 and len(args) != 3):
            raise TypeError(f"_curses.window.{name} requires 2 to 4 arguments")
        args = [_signed(arg) for arg in args]
        height, width, y, x = (0, 0, *args) if len(args) == 2 else args
        is_pad = _f.is_pad(self._win)
        function = _f.derwin if name == "derwin" else _f.subpad if is_pad else _f.subwin
        with _lib.lock:
            return make(function(self._win, height, width, y, x), self)

    @_described("[nlines=0, ncols=0,] begin_y, begin_x", "A window inside, by places of it.")
    def derwin(self, args):
        return self._inside("derwin", args)

    @_described("[nlines=0, ncols=0,] begin_y, begin_x", "A window inside, by places outside.")
    def subwin(self, args):
        return self._inside("subwin", args)

    subpad = subwin

    # ---- what is shown

    def _show(self, name, args, plain, of_pad):
        if len(args) not in (0, 6):
            raise TypeError(f"_curses.window.{name} requires 0 to 6 arguments")
        args = [_signed(arg) for arg in args]
        if _f.is_pad(self._win):
            if not args:
                called = "" if name == "refresh" else "called "
                raise error(f"{name}() {called}for a pad requires 6 arguments")
            function, shown = getattr(_f, of_pad), of_pad
        elif args:
            raise TypeError(f"{name}() takes no arguments (6 given)")
        else:
            function, shown = getattr(_f, plain), plain
        _check(function(self._win, *args), shown)

    @_described("[pminrow, pmincol, sminrow, smincol, smaxrow, smaxcol]", "Shows the window.")
    def refresh(self, args):
        self._show("refresh", args, "wrefresh", "prefresh")

    @_described("[pminrow, pmincol, sminrow, smincol, smaxrow, smaxcol]", "Shows it with doupdate.")
    def noutrefresh(self, args):
        self._show("noutrefresh", args, "wnoutrefresh", "pnoutrefresh")

    def _copy(self, name, args, covers):
        if len(args) not in (1, 7):
            raise TypeError(f"_curses.window.{name} requires 1 to 7 arguments")
        target, *places = args
        if not isinstance(target, window):
            kind = type(target).__name__
            raise TypeError(f"{name}() argument 1 must be _curses.window, not {kind}")
        if places:
            places = [_signed(place) for place in places]
            _check(_f.copywin(self._win, target._win, *places, not covers), "copywin")
        else:
            _check(getattr(_f, name)(self._win, target._win), name)

    @_described(
        "destwin, [sminrow, smincol, dminrow, dmincol, dmaxrow, dmaxcol]",
        "Copies what is not blank.",
    )
    def overlay(self, args):
        self._copy("overlay", args, False)

    @_described(
        "destwin, [sminrow, smincol, dminrow, dmincol, dmaxrow, dmaxcol]", "Copies the window."
    )
    def overwrite(self, args):
        self._copy("overwrite", args, True)

    def putwin(self, file, /):
        """Writes the window to a file."""
        result, content = _lib.file_content(lambda place: _put(self._win, place))
        _check(result, "putwin")
        return file.write(content)

    def redrawln(self, beg, num, /):
        """Has lines drawn anew."""
        _check(_f.wredrawln(self._win, _int(beg), _int(num)), "redrawln")

    redrawwin = _act_method("redrawwin", "redrawwin", "Has the window drawn anew.")
    touchwin = _act_method("touchwin", "touchwin", "Takes the window for changed.")
    untouchwin = _act_method("untouchwin", "untouchwin", "Takes the window for unchanged.")

    @_described("start, count, [changed=True]", "Takes lines for changed, or not.", 2, 3)
    def touchline(self, args):
        start, count, *changed = args
        start, count = _signed(start), _signed(count)
        if changed:
            _check(_f.wtouchln(self._win, start, count, bool(changed[0])), "wtouchln")
        else:
            _check(_f.touchline(self._win, start, count), "touchline")

    def is_linetouched(self, line, /):
        """Whether a line has changed since it was shown."""
        line = _int(line)
        if not 0 <= line < _f.getmaxy(self._win):
            raise TypeError("is_linetouched: line number outside of boundaries")
        return _f.is_linetouched(self._win, line)

    def is_wintouched(self, /):
        """Whether the window has changed since it was shown."""
        return _f.is_wintouched(self._win)

    clearok = _flag_method("clearok", "Whether the next refresh draws everything anew.")
    idlok = _flag_method("idlok", "Whether the terminal may insert and delete lines.")
    leaveok = _flag_method("leaveok", "Whether the cursor may stay anywhere.")
    idcok = _flag_method("idcok", "Whether the terminal may insert and delete characters.")

    def immedok(self, flag, /):
        """Whether each change is shown at once."""
        flag = _signed(flag)
        if flag:
            _lib.expect_writes()
        _f.immedok(self._win, flag != 0)

    syncok = _flag_method("syncok", "Whether each change is one of the windows around it.")

    def syncup(self, /):
        """Takes the windows around this one for changed where it is."""
        _f.wsyncup(self._win)

    def syncdown(self, /):
        """Takes the window for changed where those around it are."""
        _f.wsyncdown(self._win)

    def cursyncup(self, /):
        """Moves the cursors of the windows around this one to its."""
        _f.wcursyncup(self._win)


# ---- for the module

_screen = _lib.variable("stdscr", is_pointer=True)
_key_name = _function("keyname", _lib.as_pointer)


def _put(win, file):
    return _f.putwin(win, file)


def _place_and_length(args):
    """Where a line begins, if that is told, and how long it may be."""
    if len(args) > 3:
        raise TypeError("_curses.window.instr requires 0 to 3 arguments")
    place, args = _placed(args, 0)
    count = _signed(args[0]) if args else _LINE_MAX
    if count < 0:
        raise ValueError("Cannot convert negative int")
    return place, min(count, _LINE_MAX)


def _is_placed(name, args):
    if len(args) == 1:
        raise TypeError(f"_curses.window.{name} requires 0 to 2 arguments")
    return len(args) == 2


def _read_wide(win):
    with _Memory(bytes(4)) as place:
        status = _f.wget_wch(win, place)
        return status, _struct.unpack("<I", _lib.read(place, 4))[0]


def _is_no_wide(result):
    return result[0] == _lib.ERR


def make(pointer, parent=None):
    """The object of a window of the library."""
    if not pointer:
        raise error("curses function returned NULL")
    made = object.__new__(window)
    made._win, made._encoding, made._delay, made._parent = pointer, "UTF-8", -1, parent
    if parent is not None:
        hold(parent._win)
        _parents[pointer] = parent._win
    return made
