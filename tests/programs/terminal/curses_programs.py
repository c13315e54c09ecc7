"""Programs on a terminal of their own: `curses.wrapper`, its end by a result and by an exception,
a terminal that is not known, `curses` without `initscr`, texts of the terminal without a screen.
Where there is no ncurses, nothing is checked and the same is printed."""

import os
import pty
import select
import sys
import termios

from support.screens import check, curses, report


def run(code, keys=b"", terminal_name="xterm"):
    """The output of a program, how it ended, and whether its terminal is as before."""
    process, terminal = pty.fork()
    if process == 0:
        os.environ.update(TERM=terminal_name, LINES="24", COLUMNS="80")
        os.execv(sys.executable, [sys.executable, "-c", code])
    before, output = termios.tcgetattr(terminal)[3], b""
    try:
        while True:
            if keys and b"READY" in output:
                os.write(terminal, keys)
                keys = b""
            if not select.select([terminal], [], [], 60)[0]:
                break
            output += os.read(terminal, 4096)
            if b"END" in output:
                after = termios.tcgetattr(terminal)[3]
    except OSError:
        pass
    status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    is_same = b"END" in output and after == before
    os.close(terminal)
    return output, status, is_same


WRAPPED = """
import curses
def main(screen, *args, **named):
    screen.addstr(2, 3, "READY")
    screen.refresh()
    key = screen.getkey()
    {end}
try:
    print("RESULT", curses.wrapper(main, 1, two=2), "END")
except ZeroDivisionError as error:
    print("RAISED", error, "END")
import time
time.sleep(0.2)
"""


def wrapped():
    output, status, is_same = run(WRAPPED.format(end="return args, named, key"), b"\x1bOB")
    check("result", b"RESULT ((1,), {'two': 2}, 'KEY_DOWN') END" in output, True)
    check("drawn", b"\x1b[3;4HREADY" in output, True)
    check("full screen, and back", (b"\x1b[?1049h" in output, b"\x1b[?1049l" in output),
          (True, True))
    check("ended", (status, is_same), (0, True))


def raised():
    output, status, is_same = run(WRAPPED.format(end="1 / 0"), b"x")
    check("raised", b"\x1b[?1049l" in output and b"RAISED division by zero END" in output, True)
    check("ended", (status, is_same), (0, True))


def unknown():
    code = "import curses\ntry: curses.initscr()\nexcept curses.error as error: print(error, 'END')"
    output, status, _ = run(code, terminal_name="no-such-terminal")
    check("unknown", b"setupterm: could not find terminal END" in output, True)
    check("status", status, 0)


def not_begun():
    code = """
import curses, curses.panel
for function in curses.beep, curses.newwin, curses.has_colors, curses.doupdate, curses.endwin, \\
        curses.panel.update_panels, curses.getmouse, curses.keyname, curses.unctrl, curses.tigetstr:
    count = {"newwin": 2, "keyname": 1, "unctrl": 1, "tigetstr": 1}.get(function.__name__, 0)
    try:
        function(*["a" if function is curses.tigetstr else 1] * count)
    except curses.error as error:
        print(function.__name__, error)
    except curses.panel.error as error:
        print(function.__name__, error)
print("END")
"""
    output, status, _ = run(code)
    check("lines", output.count(b"must call initscr() first"), 9)
    check("line", output.count(b"tigetstr must call setupterm() first"), 1)
    check("status", status, 0)


def no_screen():
    code = """
import curses, sys
curses.setupterm()
curses.putp(curses.tigetstr("bold"))
curses.putp(curses.tparm(curses.tigetstr("setaf"), 2))
"""
    output, status, _ = run(code)
    check("written", output.replace(b"\x1b(B", b""), b"\x1b[1m\x1b[32m")
    check("status", status, 0)


PARTS = [wrapped, raised, unknown, not_begun, no_screen]
if curses:
    for part in PARTS:
        part()
report(PARTS)
