"""How `_curses` waits for keys.

The library would wait in C: no signal reaches the program there, and no other thread could draw.
So a window is asked for a key that is there already, and where it has none, the thread waits for
the terminal as `select` does.

    ask, without waiting  ->  a key: done
                          ->  none: wait until the terminal has input, at most `_LOOK_SECONDS`
                                    (a change of the terminal's size is noted by a handler of the
                                    library, which wakes nobody), then ask again
"""

from select import select as _select
from time import monotonic as _now

import _motet_curses as _lib

_INPUT = 0
_LOOK_SECONDS = 0.1
# A terminal with input that is no key twice in a row is at its end.
_EMPTY_MAX = 2
_LINE_MAX = 255
_NEW_LINE, _RETURN, _BLANK = 10, 13, 32
_SPECIAL_MIN, _DOWN, _LEFT, _BACKSPACE, _ENTER, _RESIZE = 256, 258, 260, 263, 343, 410
_BACK = _LEFT, _BACKSPACE
_ENDS = _lib.ERR, _NEW_LINE, _RETURN, _DOWN, _ENTER, _RESIZE

_wtimeout = _lib.function("wtimeout", _lib.as_none)
_wgetch = _lib.function("wgetch", writes=True)
_waddch, _waddstr, _wmove = (_lib.function(name) for name in ("waddch", "waddstr", "wmove"))
_wrefresh, _beep = _lib.function("wrefresh", writes=True), _lib.function("beep", writes=True)
_getcury, _getcurx, _getmaxy = (
    _lib.function(name) for name in ("getcury", "getcurx", "getmaxy")
)
_is_scrollok = _lib.function("is_scrollok", _lib.as_bool)
_erasechar, _killchar = _lib.function("erasechar"), _lib.function("killchar")
_ungetch = _lib.function("ungetch")
_echo, _noecho = _lib.function("echo"), _lib.function("noecho")
_cbreak, _nocbreak = _lib.function("cbreak", writes=True), _lib.function("nocbreak", writes=True)
_raw, _noraw = _lib.function("raw", writes=True), _lib.function("noraw", writes=True)
_halfdelay = _lib.function("halfdelay", writes=True)


class _Modes:
    """The modes of the terminal that say how keys are read, as the program has set them; at first
    those that `initscr` sets."""

    def __init__(self):
        self.echoes, self.has_cbreak, self.is_raw, self.tenths = True, True, False, 0

    def is_cooked(self):
        """Whether keys are there only when a whole line is."""
        return not (self.has_cbreak or self.is_raw)


modes = _Modes()


def _has_input(seconds):
    try:
        return bool(_select([_INPUT], [], [], seconds)[0])
    except (OSError, ValueError):
        return True


def _ask(window, read_key):
    """A key that is there already."""
    with _lib.lock:
        if modes.tenths:
            _cbreak()
        _wtimeout(window._win, 0)
        try:
            return read_key(window._win)
        finally:
            _wtimeout(window._win, window._delay)
            if modes.tenths:
                _halfdelay(modes.tenths)


def _wait(window, read_key, is_none):
    """A key, once there is one or the time of the window is over."""
    delay_ms = 100 * modes.tenths or window._delay
    until = None if delay_ms < 0 else _now() + delay_ms / 1000
    empty = 0
    while True:
        key = _ask(window, read_key)
        left = _LOOK_SECONDS if until is None else min(until - _now(), _LOOK_SECONDS)
        if not is_none(key) or left <= 0 or empty >= _EMPTY_MAX:
            return key
        empty = empty + 1 if _has_input(left) else 0


def _is_no_key(key):
    return key == _lib.ERR


class _Raw:
    """The terminal gives each key at once and shows none, as while the library reads a line: also a
    key that would send a signal is a character of the line."""

    def __enter__(self):
        _noecho()
        _raw()

    def __exit__(self, *_):
        with _lib.lock:
            if not modes.is_raw:
                _noraw()
                if modes.has_cbreak:
                    _cbreak()
            if modes.echoes:
                _echo()


class _Line:
    """A line as it is typed, shown from a place of the window on. The library's own function for it
    would wait in C."""

    def __init__(self, window):
        self.win, self.content = window._win, bytearray()
        self.y, self.x = _getcury(self.win), _getcurx(self.win)

    def add(self, byte):
        self.content.append(byte)
        if not modes.echoes:
            return
        before = _getcury(self.win)
        if _waddch(self.win, byte) == _lib.ERR:
            # No room is left: the last place of a window takes no character.
            _waddch(self.win, _BLANK)
            self.drop(1)
        elif before == _getmaxy(self.win) - 1 and _getcurx(self.win) == 0:
            # The window has scrolled.
            self.y -= 1
        _wrefresh(self.win)

    def drop(self, count):
        """Takes bytes from the end."""
        if not (count and self.content):
            return
        end = _getcury(self.win), _getcurx(self.win)
        del self.content[-count:]
        if not modes.echoes:
            return
        _wmove(self.win, self.y, self.x)
        with _lib.Memory(bytes(self.content) + b"\0") as text:
            _waddstr(self.win, text)
        here = _getcury(self.win), _getcurx(self.win)
        while (_getcury(self.win), _getcurx(self.win)) < end:
            if _waddch(self.win, _BLANK) == _lib.ERR:
                break
        _wmove(self.win, *here)

    def end(self):
        y, last = _getcury(self.win), _getmaxy(self.win) - 1
        if modes.echoes and y == last and _is_scrollok(self.win):
            _waddch(self.win, _NEW_LINE)
        _wmove(self.win, min(y + 1, last), 0)
        _wrefresh(self.win)


def read_line(window, count):
    """The line, of at most so many bytes, that is typed; None if it does not end."""
    line, erases, kills = _Line(window), _erasechar() & 0xFF, _killchar() & 0xFF
    with _Raw():
        while (key := _wait(window, _wgetch, _is_no_key)) not in _ENDS:
            with _lib.lock:
                if key in (erases, *_BACK):
                    line.drop(1)
                elif key == kills:
                    line.drop(len(line.content))
                elif key >= _SPECIAL_MIN or len(line.content) >= count:
                    _beep()
                else:
                    line.add(key)
        with _lib.lock:
            line.end()
    return None if key == _lib.ERR else bytes(line.content)


def _have_line(window):
    """Waits for a whole line, and puts it back key by key; a key that has been put back is there
    already."""
    if not _has_input(0):
        with _Raw():
            key = _ask(window, _wgetch)
        if key != _lib.ERR:
            _ungetch(key)
            return
    line = read_line(window, _LINE_MAX)
    if line is not None:
        for byte in reversed(line + b"\n"):
            _ungetch(byte)


def read(window, read_key, is_none=_is_no_key):
    """What `read_key` reads from a window: a key, or what `is_none` says is none."""
    if modes.is_cooked() and window._delay < 0:
        _have_line(window)
        return _ask(window, read_key)
    return _wait(window, read_key, is_none)


def get_key(window):
    """A key of a window, or ERR."""
    return read(window, _wgetch)
