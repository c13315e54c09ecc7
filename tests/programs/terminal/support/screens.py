"""A terminal for programs that draw with `curses`, and what they have found wrong. Where there is no
ncurses (or it does not know the terminal), `curses` is None here."""

import fcntl
import os
import pty
import struct
import termios
import threading

try:
    import curses
    import curses.panel
    import curses.textpad

    curses.setupterm("xterm", 1)
except (ImportError, OSError) as missing:
    assert not isinstance(missing, ImportError) or "_curses" in str(missing), missing
    curses = None
except Exception as unknown:
    assert "could not find terminal" in str(unknown), unknown
    curses = None

wrong = []


def check(place, got, expected):
    if got != expected:
        wrong.append(f"{place}: {got!r}, not {expected!r}")


class Typist(threading.Thread):
    """Types on a terminal what it is given, and takes what is shown there."""

    def __init__(self, terminal):
        super().__init__(daemon=True)
        self.terminal, self.shown = terminal, b""

    def run(self):
        try:
            while text := os.read(self.terminal, 4096):
                self.shown += text
        except OSError:
            pass

    def type(self, text):
        os.write(self.terminal, text)


def on_a_terminal(parts, with_typist=False):
    """Calls the parts of a program with the screen of a new terminal, and its typist if wanted."""
    terminal, other = pty.openpty()
    fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    kept = os.dup(0), os.dup(1)
    os.dup2(other, 0)
    os.dup2(other, 1)
    typist = Typist(terminal)
    typist.start()
    more = (typist,) if with_typist else ()
    os.environ["TERM"] = "xterm"
    screen = curses.initscr()
    try:
        for part in parts:
            screen.erase()
            try:
                part(screen, *more)
            except Exception as error:
                wrong.append(f"{part.__name__}: {error!r}")
    finally:
        curses.endwin()
        for number, descriptor in enumerate(kept):
            os.dup2(descriptor, number)


def report(parts):
    print("checked:", ", ".join(part.__name__ for part in parts))
    print(*wrong, sep="\n", end="")
