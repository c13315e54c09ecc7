"""Windows of `curses`: characters and texts with places and attributes, lines, colours, windows
inside of others, pads, panels, fields, errors. Where there is no ncurses (or it does not know the
terminal), nothing is checked and the same is printed."""

import tempfile

from support.screens import check, curses, on_a_terminal, report, wrong


def check_error(function, *args, kind=None, text=None):
    try:
        function(*args)
    except (kind or curses.error) as error:
        if text is not None:
            check(function.__name__, str(error), text)
    else:
        wrong.append(f"{function.__name__}{args}: no error")


def characters(screen):
    window = curses.newwin(5, 12, 2, 3)
    window.addch("A")
    window.addch(b"B")
    window.addch(67, curses.A_BOLD)
    window.addch(1, 2, "é")
    window.addch(1, 3, "あ", curses.A_UNDERLINE)
    check("line 0", window.instr(0, 0), b"ABC         ")
    check("line 1", window.instr(1, 0).decode(), "  éあ       ")
    check("bold", window.inch(0, 2), 67 | curses.A_BOLD)
    check("wide", window.inch(1, 3), curses.A_UNDERLINE)
    check("cursor", window.getyx(), (1, 3))
    window.insch(0, 0, "x")
    window.delch(0, 1)
    check("inserted", window.instr(0, 0, 4), b"xBC ")
    for value in "", "ab", b"", None, 1.5, []:
        check_error(window.addch, value, kind=TypeError)
    for value in -1, 1 << 32, 1 << 64:
        check_error(window.addch, value, kind=OverflowError)
    check_error(window.insch, "é", kind=OverflowError, text="byte doesn't fit in chtype")
    check_error(window.addch, 9, 9, "x", text="add_wch() returned ERR")
    check_error(window.addch, 9, 9, 65, text="addch() returned ERR")
    check_error(window.addch, 1, 2, 3, 4, 5, kind=TypeError,
                text="_curses.window.addch requires 1 to 4 arguments")


def texts(screen):
    window = curses.newwin(3, 12, 0, 0)
    window.addstr("one")
    window.addstr(1, 1, "twö", curses.A_REVERSE)
    window.addnstr(2, 0, "three", 2)
    window.insstr(0, 0, "<")
    window.insnstr(0, 4, ">>>", 1, curses.A_BOLD)
    check("texts", [window.instr(y, 0).decode().rstrip() for y in range(3)],
          ["<one>", " twö", "th"])
    check("reverse", window.inch(1, 1), ord("t") | curses.A_REVERSE)
    check("attributes", window.inch(0, 4), ord(">") | curses.A_BOLD)
    window.addstr(2, 2, b"!")
    check("restored", window.inch(2, 2), ord("!"))
    check_error(window.addstr, "a\0b", kind=ValueError, text="embedded null character")
    check_error(window.addstr, b"a\0b", kind=ValueError, text="embedded null byte")
    check_error(window.addstr, 5, kind=TypeError, text="expect bytes or str, got int")
    check_error(window.addstr, 7, 7, "x", text="addwstr() returned ERR")
    check_error(window.instr, -1, kind=ValueError)
    check_error(window.move, 100, 100, text="wmove() returned ERR")
    check_error(window.move, 1, kind=TypeError, text="y,x")
    window.chgat(0, 0, 2, curses.A_DIM)
    check("changed", [window.inch(0, x) & curses.A_DIM != 0 for x in range(3)],
          [True, True, False])
    window.clrtoeol()
    window.erase()
    check("erased", window.instr(0, 0).strip(), b"")


def lines_and_frames(screen):
    window = curses.newwin(4, 6, 1, 1)
    window.border("|", "!", "-", "_", "1", "2", "3", "4")
    check("border", [window.instr(y, 0) for y in range(4)],
          [b"1----2", b"|    !", b"|    !", b"3____4"])
    window.box()
    check("corner", window.inch(0, 0) & curses.A_CHARTEXT, curses.ACS_ULCORNER & 0xFF)
    window.hline(1, 1, "=", 3)
    window.vline(1, 4, "x", 2, curses.A_BOLD)
    check("lines", window.instr(1, 1, 4), b"===x")
    check("bold line", window.inch(2, 4), ord("x") | curses.A_BOLD)
    check_error(window.box, 1, kind=TypeError)
    check_error(window.hline, 50, 0, "-", 1, text="wmove() returned ERR")
    curses.textpad.rectangle(screen, 10, 10, 14, 20)
    check("frame", screen.inch(14, 20) & 0xFF, curses.ACS_LRCORNER & 0xFF)


def colours(screen):
    check_error(curses.color_pair, 1, text="must call start_color() first")
    curses.start_color()
    check("colours", (curses.COLORS, curses.COLOR_PAIRS), (8, 64))
    curses.init_pair(3, curses.COLOR_RED, curses.COLOR_BLUE)
    check("pair", curses.pair_content(3), (curses.COLOR_RED, curses.COLOR_BLUE))
    check("attribute", curses.color_pair(3), 0x300)
    check("number", curses.pair_number(curses.color_pair(5) | curses.A_BOLD), 5)
    screen.addstr(20, 0, "c", curses.color_pair(3))
    check("drawn", screen.inch(20, 0), ord("c") | 0x300)
    check_error(curses.init_pair, -1, 0, 0, kind=ValueError)
    check_error(curses.init_pair, 1, 8, 0, kind=ValueError)
    check_error(curses.pair_content, 1 << 40, kind=ValueError)
    check_error(curses.color_content, 8, kind=ValueError,
                text="Color number is greater than COLORS-1 (7).")


def windows_inside(screen):
    window = curses.newwin(6, 10, 2, 4)
    inner = window.derwin(2, 3, 1, 1)
    check("inner", (inner.getbegyx(), inner.getmaxyx(), inner.getparyx()), ((3, 5), (2, 3), (1, 1)))
    inner.addstr(0, 0, "in")
    check("shared", window.instr(1, 1, 2), b"in")
    check("outside", window.subwin(4, 6).getparyx(), (2, 2))
    del window
    inner.addstr(1, 0, "on")
    check("kept", inner.instr(1, 0, 2), b"on")
    pad = curses.newpad(40, 100)
    pad.addstr(30, 90, "far")
    pad.refresh(30, 85, 0, 0, 3, 10)
    check("pad", pad.instr(30, 90, 3), b"far")
    check_error(pad.refresh, text="refresh() for a pad requires 6 arguments")
    check_error(screen.refresh, 0, 0, 0, 0, 1, 1, kind=TypeError)
    check_error(curses.newwin, -1, 1, text="curses function returned NULL")
    copy = curses.newwin(3, 3, 0, 0)
    inner.overwrite(copy, 0, 0, 0, 0, 0, 1)
    check("copied", copy.instr(0, 0), b"in ")
    with tempfile.TemporaryFile() as file:
        copy.putwin(file)
        file.seek(0)
        check("read back", curses.getwin(file).instr(0, 0), b"in ")
    copy.resize(4, 5)
    check("resized", copy.getmaxyx(), (4, 5))
    copy.scrollok(True)
    copy.addstr(3, 0, "up")
    copy.scroll()
    check("scrolled", copy.instr(2, 0, 2), b"up")
    check("touched", (copy.is_wintouched(), copy.is_linetouched(2)), (True, True))
    check_error(curses.window, kind=TypeError, text="cannot create '_curses.window' instances")


def panels(screen):
    panel = curses.panel
    stack = [panel.new_panel(curses.newwin(3, 5, y, y)) for y in range(3)]
    low, middle, high = stack
    for number, each in enumerate(stack):
        each.window().addstr(0, 0, str(number))
    check("order", (panel.top_panel() is high, panel.bottom_panel() is low), (True, True))
    check("beside", (low.above() is middle, high.above(), middle.below() is low),
          (True, None, True))
    low.top()
    check("raised", (panel.top_panel() is low, panel.bottom_panel() is middle), (True, True))
    high.hide()
    check("hidden", (high.hidden(), low.hidden()), (True, False))
    low.move(7, 8)
    check("moved", low.window().getbegyx(), (7, 8))
    check_error(low.userptr, kind=panel.error, text="no userptr set")
    low.set_userptr(stack)
    check("kept", low.userptr() is stack, True)
    low.replace(curses.newwin(2, 2, 0, 0))
    check("replaced", low.window().getmaxyx(), (2, 2))
    panel.update_panels()
    curses.doupdate()


def fields(screen):
    for keys, text in [
        ("abc\x01X\x06\x04\x05!", "Xb! \n"), ("one\ntwo\x10\x08\x08", "e \ntwo \n"),
        ("ab\x02\x0b", "a \n"), ("a\nb\x0e\x0fc", "a \nb \nc \n"),
    ]:
        box = curses.textpad.Textbox(curses.newwin(4, 10, 0, 0))
        for key in reversed(keys + "\x07"):
            curses.ungetch(key)
        check(repr(keys), box.edit(), text)
    box = curses.textpad.Textbox(curses.newwin(1, 4, 0, 0), insert_mode=True)
    box.stripspaces = 0
    for key in "bcd", curses.KEY_LEFT, curses.KEY_LEFT, curses.ascii.SOH, "a":
        for each in key if isinstance(key, str) else [key]:
            box.do_command(ord(each) if isinstance(each, str) else each)
    check("corner", box.gather(), "abcd")


def screens(screen):
    check("size", (curses.LINES, curses.COLS, screen.getmaxyx()), (24, 80, (24, 80)))
    check("names", (curses.keyname(65), curses.keyname(curses.KEY_LEFT), curses.unctrl("\x01")),
          (b"A", b"KEY_LEFT", b"^A"))
    check("terminal", (curses.termname(), curses.tigetnum("colors"), curses.tigetflag("am")),
          (b"xterm", 8, 1))
    check("capability", curses.tparm(curses.tigetstr("cup"), 4, 5), b"\x1b[5;6H")
    check("none", (curses.tigetstr("nosuch"), curses.tigetnum("am"), curses.tigetflag("cols")),
          (None, -2, -1))
    curses.resizeterm(20, 70)
    check("resized", (curses.LINES, curses.COLS, screen.getmaxyx()), (20, 70, (20, 70)))
    curses.resizeterm(24, 80)
    check("kinds", (type(curses.ncurses_version).__name__, len(curses.ncurses_version)),
          ("ncurses_version", 3))
    check("module", (curses.error.__module__, curses.window.__module__), ("_curses", "_curses"))
    check("events", (curses.BUTTON1_CLICKED, curses.ALL_MOUSE_EVENTS), (4, 0xFFFFFFF))
    curses.endwin()
    check("ended", curses.isendwin(), True)
    screen.refresh()
    check("begun again", curses.isendwin(), False)


PARTS = [characters, texts, lines_and_frames, colours, windows_inside, panels, fields, screens]
if curses:
    on_a_terminal(PARTS)
report(PARTS)
