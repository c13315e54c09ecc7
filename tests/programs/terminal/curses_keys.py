"""Keys of `curses`: characters, special keys, lines, times, the mouse, a changed size, signals while
the program waits, and what other threads do meanwhile. Where there is no ncurses, nothing is checked
and the same is printed."""

import fcntl
import os
import signal
import struct
import termios
import threading
import time

from support.screens import check, curses, on_a_terminal, report, wrong


def later(act, *args):
    thread = threading.Timer(0.15, act, args)
    thread.start()
    return thread


def keys(screen, typist):
    curses.noecho()
    curses.cbreak()
    screen.keypad(True)
    for typed, reader, expected in [
        (b"a", screen.getch, 97), (b"b", screen.getkey, "b"), (b"c", screen.get_wch, "c"),
        (b"\x1bOD", screen.getch, curses.KEY_LEFT), (b"\x1bOP", screen.getkey, "KEY_F(1)"),
        (b"\x1bOA", screen.get_wch, curses.KEY_UP), ("あ".encode(), screen.get_wch, "あ"),
        (b"\x7f", screen.getch, curses.KEY_BACKSPACE),
    ]:
        later(typist.type, typed)
        check(repr(typed), reader(), expected)
    later(typist.type, "é".encode())
    check("bytes", [screen.getch(), screen.getch()], [0xC3, 0xA9])
    curses.ungetch("x")
    curses.unget_wch("ß")
    check("put back", (screen.get_wch(), screen.getkey(3, 4), screen.getyx()), ("ß", "x", (3, 4)))


def times(screen, typist):
    screen.nodelay(True)
    check("no delay", screen.getch(), -1)
    for reader in screen.getkey, screen.get_wch:
        try:
            wrong.append(f"no error: {reader()}")
        except curses.error as error:
            check("no input", str(error), "no input")
    screen.nodelay(False)
    screen.timeout(50)
    begin = time.monotonic()
    check("timeout", screen.getch(), -1)
    check("waited", 0.04 < time.monotonic() - begin, True)
    screen.timeout(60000)
    later(typist.type, b"k")
    check("in time", screen.getch(), 107)
    screen.timeout(-1)
    curses.halfdelay(1)
    begin = time.monotonic()
    check("half delay", screen.getch(), -1)
    check("a tenth", 0.08 < time.monotonic() - begin, True)
    curses.nocbreak()
    curses.cbreak()


def lines(screen, typist):
    curses.echo()
    later(typist.type, b"hello\n")
    check("line", screen.getstr(5, 2), b"hello")
    check("shown", screen.instr(5, 0, 10), b"  hello   ")
    later(typist.type, b"abcdef\x7f\x7f!\n")
    check("at most 4", screen.getstr(6, 0, 4), b"ab!")
    later(typist.type, b"lost\x15kept\r")
    check("erased", screen.getstr(7, 0), b"kept")
    check("shown again", screen.instr(7, 0, 6), b"kept  ")
    curses.noecho()
    later(typist.type, b"secret\n")
    check("not shown", (screen.getstr(8, 0), screen.instr(8, 0, 6)), (b"secret", b" " * 6))
    curses.nocbreak()
    later(typist.type, b"pq\n")
    check("cooked", [screen.getch() for _ in range(3)], [112, 113, 10])
    curses.cbreak()


def mouse(screen, typist):
    check("mask", curses.mousemask(curses.ALL_MOUSE_EVENTS), (curses.ALL_MOUSE_EVENTS, 0))
    curses.mouseinterval(0)
    curses.ungetmouse(0, 7, 8, 0, curses.BUTTON2_PRESSED)
    check("event", (screen.getch(), curses.getmouse()),
          (curses.KEY_MOUSE, (0, 7, 8, 0, curses.BUTTON2_PRESSED)))
    try:
        wrong.append(f"no error: {curses.getmouse()}")
    except curses.error as error:
        check("none", str(error), "getmouse() returned ERR")
    check("no mask", curses.mousemask(0), (0, curses.ALL_MOUSE_EVENTS))


def signals(screen, typist):
    def resize():
        fcntl.ioctl(typist.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 25, 70, 0, 0))
        os.kill(os.getpid(), signal.SIGWINCH)

    later(resize)
    check("resized", screen.getch(), curses.KEY_RESIZE)
    curses.update_lines_cols()
    check("size", (curses.LINES, curses.COLS, screen.getmaxyx()), (25, 70, (25, 70)))
    seen = []
    signal.signal(signal.SIGUSR1, lambda number, frame: seen.append(number))
    later(os.kill, os.getpid(), signal.SIGUSR1).join()
    later(os.kill, os.getpid(), signal.SIGINT)
    try:
        wrong.append(f"no interrupt: {screen.getch()}")
    except KeyboardInterrupt:
        pass
    check("handled", seen, [signal.SIGUSR1])
    later(typist.type, b"z")
    # (CPython's library keeps what the signal has left.)
    while (key := screen.getch()) == -1:
        pass
    check("goes on", key, 122)


def beside(screen, typist):
    """A thread that computes, and one that draws, end the wait by a key at last."""
    window = curses.newwin(3, 20, 10, 10)

    def compute():
        total = 0
        for number in range(20000):
            total += number
            if number % 1000 == 0:
                window.addstr(number // 1000 % 3, 0, str(total))
                window.refresh()
        typist.type(b"!")

    thread = threading.Thread(target=compute)
    thread.start()
    check("at the end", screen.getch(), 33)
    thread.join()
    check("drawn", window.instr(1, 0, 9), str(sum(range(19001))).encode())


PARTS = [keys, times, lines, mouse, signals, beside]
if curses:
    on_a_terminal(PARTS, with_typist=True)
report(PARTS)
