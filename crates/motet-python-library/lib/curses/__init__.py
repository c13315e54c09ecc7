"""Programs that draw on the terminal, on the ncurses of the machine: the names of `_curses`, and
what prepares the terminal for a program (`wrapper`)."""

import os as _os
import sys as _sys

from _curses import *


def _take(names):
    """Takes over names that `_curses` has only now."""
    import _curses
    globals().update((name, getattr(_curses, name)) for name in names if hasattr(_curses, name))


def initscr():
    """Begins: the window of the whole screen."""
    import _curses
    # Raises an error for a terminal that is not known, where initscr() would end the program.
    setupterm(term=_os.environ.get("TERM", "unknown"), fd=_sys.__stdout__.fileno())
    screen = _curses.initscr()
    drawings = [name for name in vars(_curses) if name.startswith("ACS_")]
    _take(["LINES", "COLS", *drawings])
    return screen


def start_color():
    """Begins to use colours."""
    import _curses
    result = _curses.start_color()
    _take(["COLORS", "COLOR_PAIRS"])
    return result


def wrapper(func, /, *args, **kwds):
    """Calls a function with the window of the screen, and the arguments after it. Before, the
    terminal is prepared for a program that draws (keys are read at once and not shown, special keys
    have numbers, there are colours); after it, also if that raises, it is given back."""
    screen = None
    try:
        screen = initscr()
        noecho()
        cbreak()
        screen.keypad(1)
        try:
            start_color()
        except error:
            pass
        return func(screen, *args, **kwds)
    finally:
        if screen is not None:
            screen.keypad(0)
            echo()
            nocbreak()
            endwin()
