"""Threads that draw with `curses` at the same time: each act on the screen happens once, in order.
Where there is no ncurses, nothing is checked and the same is printed."""

import threading

from support.screens import check, curses, on_a_terminal, report, wrong

THREADS, ROUNDS = 4, 60


def draw(window, number):
    """Fills a window letter by letter: what happened twice or not at all moves all that follows."""
    for turn in range(ROUNDS):
        window.addch(chr(ord("a") + (number + turn) % 26))
        if turn % 20 == 0:
            window.noutrefresh()
            curses.doupdate()
        window.addstr(str(turn % 10), curses.A_BOLD)


def all_at_once(screen):
    windows = [curses.newwin(13, 10, 0, 12 * number) for number in range(THREADS)]
    threads = [
        threading.Thread(target=draw, args=(window, number))
        for number, window in enumerate(windows)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for number, window in enumerate(windows):
        got = b"".join(window.instr(y, 0) for y in range(12))
        expected = "".join(
            chr(ord("a") + (number + turn) % 26) + str(turn % 10) for turn in range(ROUNDS)
        )
        check(f"window {number}", got.decode(), expected)
        check("bold", window.inch(0, 1) & curses.A_BOLD, curses.A_BOLD)
        check("plain", window.inch(0, 0) & curses.A_BOLD, 0)


def one_window(screen):
    """Lines that scroll: each is a whole one, of each thread in its order."""
    pad = curses.newpad(THREADS * 20 + 1, 8)

    def write(number):
        for turn in range(20):
            pad.addstr(f"{number}:{turn:02d}\n")

    threads = [threading.Thread(target=write, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    lines = [pad.instr(y, 0).decode().strip() for y in range(THREADS * 20)]
    for number in range(THREADS):
        own = [line for line in lines if line.startswith(f"{number}:")]
        check("lines", own, [f"{number}:{turn:02d}" for turn in range(20)])


def short_lives(screen):
    """Windows, windows inside of them and panels come and go, in whatever order they are freed."""
    def make(number):
        for turn in range(30):
            window = curses.newwin(6, 8, 1, 1)
            inner = window.derwin(2, 3, 1, 1)
            innermost = inner.derwin(1, 2, 0, 0)
            panel = curses.panel.new_panel(window)
            panel.set_userptr(panel)
            del window, inner
            innermost.addch("x")
            panel.hide()
            if panel.window().inch(1, 1) & 0xFF != ord("x"):
                wrong.append("lost")

    threads = [threading.Thread(target=make, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    import gc
    gc.collect()
    curses.panel.update_panels()
    check("no panel", curses.panel.top_panel(), None)


PARTS = [all_at_once, one_window, short_lives]
if curses:
    on_a_terminal(PARTS)
report(PARTS)
