# npyscreen's forms on curses, in a terminal of its own: texts, sliders, choices, moving between them.
import os
import pty
import re
import select
import sys

import npyscreen


class Application(npyscreen.NPSApp):
    def main(self):
        form = npyscreen.Form(name="Welcome")
        text = form.add(npyscreen.TitleText, name="Text:")
        slider = form.add(npyscreen.TitleSlider, out_of=12, name="Slider")
        one = form.add(npyscreen.TitleSelectOne, max_height=4, value=[1], name="One",
                       values=["first", "second", "third"], scroll_exit=True)
        many = form.add(npyscreen.TitleMultiSelect, max_height=4, value=[1], name="Many",
                        values=["alpha", "beta", "gamma"], scroll_exit=True)
        form.edit()
        self.result = [text.value, slider.value, one.get_selected_objects(),
                       many.get_selected_objects()]


KEYS = ["hello", "\x7f!", "\t", "\x1bOC", "\x1bOC", "\x1bOC", "\x1bOD", "\t", "\x1bOB", "\x1bOB", " ", "\t",
        " ", "\x1bOB", " ", "\t", "\n"]


def type_keys(terminal):
    """Types a key whenever nothing has been shown for a while."""
    output, keys = b"", list(KEYS)
    try:
        while True:
            if select.select([terminal], [], [], 0.4)[0]:
                output += os.read(terminal, 4096)
            elif keys and b"Welcome" in output:
                os.write(terminal, keys.pop(0).encode())
    except OSError:
        pass
    return output.decode()


process, terminal = pty.fork()
if process == 0:
    os.environ.update(TERM="xterm-256color", LINES="30", COLUMNS="90")
    application = Application()
    application.run()
    print("RESULT", application.result)
    sys.exit()
output = type_keys(terminal)
os.waitpid(process, 0)
print(re.findall("RESULT (.*?)\r", output) or output)
