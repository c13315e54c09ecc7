"""Windows that lie over each other."""

from _curses_panel import *
