"""A field in which a text is edited, and a frame for it."""

import curses
import curses.ascii


def rectangle(win, uly, ulx, lry, lrx):
    """Draws a frame: from the upper left corner to the lower right one."""
    width, height = lrx - ulx - 1, lry - uly - 1
    for x in ulx, lrx:
        win.vline(uly + 1, x, curses.ACS_VLINE, height)
    for y in uly, lry:
        win.hline(y, ulx + 1, curses.ACS_HLINE, width)
    win.addch(uly, ulx, curses.ACS_ULCORNER)
    win.addch(uly, lrx, curses.ACS_URCORNER)
    win.addch(lry, lrx, curses.ACS_LRCORNER)
    win.addch(lry, ulx, curses.ACS_LLCORNER)


class Textbox:
    """A text that fills a window and is edited there. The keys:

    ^A, ^E          the line's begin, the end of its text
    ^B, ^F, ^P, ^N  to the left, right, up, down; so do the arrow keys
    ^D              deletes the character under the cursor
    ^H, backspace   deletes the one before it
    ^J              to the next line; in a window of one line the end
    ^K              deletes the rest of the line, or an empty line
    ^O              inserts a line
    ^L              draws the window
    ^G              the end

    With `stripspaces`, blanks at the ends of lines do not count.
    """

    def __init__(self, win, insert_mode=False):
        self.win, self.insert_mode = win, insert_mode
        self.stripspaces, self.lastcmd = 1, None
        self._update_max_yx()
        win.keypad(1)

    # ---- the window

    def _update_max_yx(self):
        height, width = self.win.getmaxyx()
        self.maxy, self.maxx = height - 1, width - 1

    def _decode(self, ch):
        """The character of a number, without attributes."""
        return bytes((ch & curses.A_CHARTEXT,)).decode(self.win.encoding, "replace")

    def _char_at(self, *yx):
        """The character at a place, or under the cursor."""
        return self.win.instr(*yx, 1).decode(self.win.encoding, "replace")

    def _cell_at(self, *yx):
        """What stands at a place, with its attributes, as a number that can be written again."""
        attributes = self.win.inch(*yx) & curses.A_ATTRIBUTES
        return self.win.instr(*yx, 1)[0] | attributes

    def _isprint(self, cell):
        return self._decode(cell).isprintable()

    def _printable_key(self, ch):
        """Whether a key writes a character."""
        return ch < 256 and self._isprint(ch)

    def _end_of_line(self, y):
        """Where the blanks at the end of a line begin; its last place if there are none."""
        self._update_max_yx()
        x = self.maxx
        while x >= 0 and self._char_at(y, x) == " ":
            x -= 1
        return min(x + 1, self.maxx)

    def _insert_printable_char(self, ch):
        """Writes a character; in the mode of insertion the text behind it moves on."""
        self._update_max_yx()
        back = None
        while True:
            here = self.win.getyx()
            pushed = self._cell_at() if self.insert_mode else None
            if here >= (self.maxy, self.maxx):
                # Written in the usual way, the last character of the window would take the cursor
                # out of it.
                self.win.insch(self._decode(ch), ch & curses.A_ATTRIBUTES)
                break
            self.win.addch(ch)
            if pushed is None or not self._isprint(pushed):
                break
            ch = pushed
            back = back or self.win.getyx()
        if back:
            self.win.move(*back)

    # ---- the keys

    def _left(self, y, x):
        if x:
            self.win.move(y, x - 1)
        elif y:
            self.win.move(y - 1, self._end_of_line(y - 1) if self.stripspaces else self.maxx)

    def _right(self, y, x):
        if x < self.maxx:
            self.win.move(y, x + 1)
        elif y < self.maxy:
            self.win.move(y + 1, 0)

    def _to_line(self, y, x):
        """Moves to a line: to the end of its text if that is shorter, else to where the look for
        its end has left the cursor."""
        if 0 <= y <= self.maxy:
            self.win.move(y, x)
            end = self._end_of_line(y)
            if x > end:
                self.win.move(y, end)

    def _back(self, y, x):
        self._left(y, x)
        self.win.delch()

    def _delete_rest(self, y, x):
        if x == 0 == self._end_of_line(y):
            self.win.deleteln()
        else:
            self.win.move(y, x)
            self.win.clrtoeol()

    def _begin(self, y, x):
        self.win.move(y, 0)

    def _end(self, y, x):
        self.win.move(y, self._end_of_line(y) if self.stripspaces else self.maxx)

    def _next(self, y, x):
        if self.maxy == 0:
            return 0
        if y < self.maxy:
            self.win.move(y + 1, 0)

    _KEYS = (
        ((curses.ascii.SOH,), _begin),
        ((curses.ascii.STX, curses.KEY_LEFT), _left),
        ((curses.ascii.BS, curses.ascii.DEL, curses.KEY_BACKSPACE), _back),
        ((curses.ascii.EOT,), lambda self, y, x: self.win.delch()),
        ((curses.ascii.ENQ,), _end),
        ((curses.ascii.ACK, curses.KEY_RIGHT), _right),
        ((curses.ascii.BEL,), lambda self, y, x: 0),
        ((curses.ascii.NL,), _next),
        ((curses.ascii.VT,), _delete_rest),
        ((curses.ascii.FF,), lambda self, y, x: self.win.refresh()),
        ((curses.ascii.SO, curses.KEY_DOWN), lambda self, y, x: self._to_line(y + 1, x)),
        ((curses.ascii.SI,), lambda self, y, x: self.win.insertln()),
        ((curses.ascii.DLE, curses.KEY_UP), lambda self, y, x: self._to_line(y - 1, x)),
    )
    _ACTS = {key: act for keys, act in _KEYS for key in keys}

    def do_command(self, ch):
        """Does what a key says: 0 if that ends the editing."""
        self._update_max_yx()
        place = self.win.getyx()
        self.lastcmd = ch
        if self._printable_key(ch):
            self._insert_printable_char(ch)
            return 1
        act = self._ACTS.get(ch)
        return 0 if act is not None and act(self, *place) == 0 else 1

    def gather(self):
        """The text, with a line feed after each line of a window of several."""
        self._update_max_yx()
        text = []
        for y in range(self.maxy + 1):
            self.win.move(y, 0)
            end = self._end_of_line(y)
            if self.stripspaces:
                if end == 0:
                    continue
            else:
                end = self.maxx
            text += [self._char_at(y, x) for x in range(end + 1)]
            if self.maxy:
                text.append("\n")
        return "".join(text)

    def edit(self, validate=None):
        """Has the text edited, and returns it. `validate` is given each key, and says which key it
        stands for; 0: none."""
        goes_on = 1
        while goes_on:
            ch = self.win.getch()
            if validate:
                ch = validate(ch)
            if ch:
                goes_on = self.do_command(ch)
                if goes_on:
                    self.win.refresh()
        return self.gather()


def _example(screen):
    y, x, height, width = 15, 20, 4, 9
    screen.addstr(y - 2, x, "Ctrl-G ends the editing.")
    rectangle(screen, y - 1, x - 1, y + height, x + width)
    screen.refresh()
    return Textbox(curses.newwin(height, width, y, x)).edit()


if __name__ == "__main__":
    print("The text:", repr(curses.wrapper(_example)))
