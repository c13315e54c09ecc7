"""`_curses_panel` on the machine's library: windows that lie over each other.

A panel is on the stack as long as the program has its object; the library's is given back when a
collection finds that the object is gone.
"""

from weakref import WeakValueDictionary as _WeakValues

try:
    import _motet_curses as _lib
except ModuleNotFoundError:
    message = "No module named '_curses_panel'"
    raise ModuleNotFoundError(message, name="_curses_panel") from None
from _curses import _need
from _curses_window import hold as _hold, let_go as _let_go, window as _window

version = __version__ = "2.1"
_panels = _lib.open_library("libpanelw.so.6", "_curses_panel")


class error(Exception):
    pass


def _function(name, result=_lib.as_int):
    return _lib.function(name, result, library=_panels)


_new, _above, _below = (
    _function(name, _lib.as_pointer) for name in ("new_panel", "panel_above", "panel_below")
)
_delete, _replace, _move = (
    _function(name) for name in ("del_panel", "replace_panel", "move_panel")
)
_update = _function("update_panels", _lib.as_none)
_hidden = _function("panel_hidden")

# The objects of the library's panels.
_known = _WeakValues()


def _next(step, pointer):
    """The object of the next panel that has one."""
    while pointer := step(pointer):
        found = _known.get(pointer)
        if found is not None:
            return found
    return None


def _act(name, function_name, meaning):
    function = _function(function_name)

    def method(self, /):
        _check(function(self._panel), function_name)
    method.__name__, method.__qualname__ = name, f"panel.{name}"
    method.__doc__ = meaning
    return method


def _check(result, name):
    if result == _lib.ERR:
        raise error(f"{name}() returned ERR")


def _checked_window(value, name, what=""):
    if not isinstance(value, _window):
        kind = type(value).__name__
        raise TypeError(f"{name}() argument {what}must be _curses.window, not {kind}")
    return value


class panel:
    __module__ = "_curses_panel"
    __slots__ = ("_panel", "_window", "_user", "__weakref__")

    def __new__(cls, *_, **__):
        raise TypeError("cannot create '_curses_panel.panel' instances")

    def __init_subclass__(cls):
        raise TypeError("type '_curses_panel.panel' is not an acceptable base type")

    def __del__(self):
        with _lib.lock:
            _delete(self._panel)
            _let_go(self._window._win)

    bottom = _act("bottom", "bottom_panel", "Moves the panel below all others.")
    hide = _act("hide", "hide_panel", "Takes the panel from the stack.")
    show = _act("show", "show_panel", "Puts the panel on the stack, above all others.")
    top = _act("top", "top_panel", "Moves the panel above all others.")

    def above(self, /):
        """The panel above this one."""
        return _next(_above, self._panel)

    def below(self, /):
        """The panel below this one."""
        return _next(_below, self._panel)

    def hidden(self, /):
        """Whether the panel is not on the stack."""
        return _hidden(self._panel) != 0

    def move(self, y, x, /):
        """Moves the panel and its window."""
        _check(_move(self._panel, _lib.c_int(y), _lib.c_int(x)), "move_panel")

    def replace(self, win, /):
        """Gives the panel another window."""
        _checked_window(win, "replace", "1 ")
        with _lib.lock:
            _check(_replace(self._panel, win._win), "replace_panel")
            _hold(win._win)
            _let_go(self._window._win)
            self._window = win

    def window(self, /):
        """The window of the panel."""
        return self._window

    def set_userptr(self, obj, /):
        """Keeps an object with the panel."""
        self._user = (obj,)

    def userptr(self, /):
        """The object that is kept with the panel."""
        if self._user is None:
            raise error("no userptr set")
        return self._user[0]


def new_panel(win, /):
    """A panel of a window, above all others."""
    _checked_window(win, "new_panel")
    with _lib.lock:
        pointer = _new(win._win)
        if not pointer:
            raise error("curses function returned NULL")
        made = object.__new__(panel)
        made._panel, made._window, made._user = pointer, win, None
        _hold(win._win)
        _known[pointer] = made
    return made


def bottom_panel():
    """The panel below all others."""
    _need("initscr")
    return _next(_above, 0)


def top_panel():
    """The panel above all others."""
    _need("initscr")
    return _next(_below, 0)


def update_panels():
    """Marks the windows of all panels for doupdate, in their order."""
    _need("initscr")
    _update()
