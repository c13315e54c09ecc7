# urwid's display on curses, in a terminal of its own: keys, widths of characters, focus, a mouse click, alarms.
import os
import pty
import re
import select
import sys

import urwid
from urwid.display import curses as curses_display

PALETTE = [("edit", "light red", "dark blue"), ("focus", "white,bold", "dark green")]


def application():
    shown = urwid.Text("Grüße あ", align="center")
    edit = urwid.Edit("Name? ")
    pressed = []
    button = urwid.Button("Press", on_press=lambda _: pressed.append(edit.edit_text))
    pile = urwid.Pile([
        urwid.LineBox(shown), urwid.AttrMap(edit, "edit"), urwid.AttrMap(button, None, "focus"),
    ])
    alarms = []

    def unhandled(key):
        if key == "f10":
            raise urwid.ExitMainLoop()
        shown.set_text(f"unhandled {key}")

    loop = urwid.MainLoop(urwid.Filler(pile), PALETTE, screen=curses_display.Screen(),
                          unhandled_input=unhandled)
    loop.set_alarm_in(0.01, lambda *_: alarms.append("alarm"))
    loop.run()
    print("RESULT", [edit.edit_text, pressed, shown.text, alarms, loop.screen.get_cols_rows()])


# What must be shown before each key is typed.
STEPS = [("Name?", "an"), ("an", "é"), ("é", "\x1bOB"), ("Press", " \x1bOS"), ("f4", "\x1bOA\x1b[D!"),
         ("!", "\x1b[21~")]


def type_keys(terminal):
    output, steps, start = b"", list(STEPS), 0
    try:
        while select.select([terminal], [], [], 60)[0]:
            output += os.read(terminal, 4096)
            if steps and steps[0][0].encode() in output[start:]:
                start = len(output)
                os.write(terminal, steps.pop(0)[1].encode())
    except OSError:
        pass
    return output.decode()


process, terminal = pty.fork()
if process == 0:
    os.environ.update(TERM="xterm-256color", LINES="24", COLUMNS="80")
    application()
    sys.exit()
output = type_keys(terminal)
os.waitpid(process, 0)
print(re.findall("RESULT (.*?)\r", output) or output)
print("dark blue" if "\x1b[44m" in output else "no colour", "\u250c" in output or "lqq" in output)
