"""`input` of a program that has imported `readline`: keys edit, the history answers, words are
completed; and the functions of the module that need no terminal."""

import os
import pty
import readline
import select
import sys
import tempfile
import termios
import time

SCRIPT = r"""
import readline
words = ["alpha", "alphabet", "beta"]
def complete(text, state):
    matches = [word for word in words if word.startswith(text)]
    return matches[state] if state < len(matches) else None
readline.parse_and_bind("tab: complete")
readline.set_completer(complete)
read = []
def ask():
    print("NEXT", len(read), flush=True)
    read.append(input("> "))
for count in range(3):
    ask()
readline.set_pre_input_hook(lambda: readline.insert_text("hook "))
ask()
readline.set_pre_input_hook()
readline.set_auto_history(False)
ask()
try:
    ask()
except EOFError:
    read.append(EOFError)
count = readline.get_current_history_length()
print("READ", read, [readline.get_history_item(number) for number in range(count + 2)], "DONE")
"""
# Back, then a letter; the line before, and a letter at its start; completion; behind what a hook has
# inserted; a line that the history does not get; the end.
KEYS = [b"abd\x02c\r", b"\x10\x01x\r", b"be\t!\r", b"behind\r", b"lost\r", b"\x04"]


def is_edited(terminal):
    """Whether the keys go to an editor, not to the terminal's own lines."""
    return not termios.tcgetattr(terminal)[3] & termios.ICANON


def read_until(terminal, text):
    output = b""
    while text not in output and select.select([terminal], [], [], 60)[0]:
        output += os.read(terminal, 4096)
    return output


def type_keys():
    process, terminal = pty.fork()
    if process == 0:
        os.environ.update(TERM="xterm", INPUTRC=os.devnull)
        os.execv(sys.executable, [sys.executable, "-c", SCRIPT])
    for number, keys in enumerate(KEYS):
        read_until(terminal, b"NEXT %d" % number)
        while not is_edited(terminal):
            time.sleep(0.01)
        os.write(terminal, keys)
    text = read_until(terminal, b"DONE").decode()
    os.close(terminal)
    os.waitpid(process, 0)
    print(text[text.find("READ"):text.find("DONE")])


def show(function, *arguments):
    try:
        print(function.__name__, arguments, function(*arguments))
    except Exception as error:
        print(function.__name__, arguments, type(error).__name__, error)


def use_history(path):
    readline.clear_history()
    for line in ("one", "two ü", "three"):
        readline.add_history(line)
    for index in (-1, 0, 1, 3, 4):
        show(readline.get_history_item, index)
    readline.replace_history_item(1, "second")
    show(readline.replace_history_item, 3, "none")
    show(readline.remove_history_item, -1)
    readline.remove_history_item(0)
    show(readline.get_current_history_length)
    show(readline.get_history_length)
    readline.write_history_file(path)
    print(open(path, encoding="utf-8").read())
    readline.add_history("ü")
    readline.append_history_file(1, path)
    readline.clear_history()
    readline.read_history_file(path)
    print([readline.get_history_item(number) for number in (1, 2, 3, 4)])
    readline.set_history_length(2)
    readline.add_history("last")
    readline.append_history_file(1, path)
    print(open(path, encoding="utf-8").read().split())
    readline.write_history_file(path)
    print(open(path, encoding="utf-8").read().split())
    os.unlink(path)
    for function in (readline.read_history_file, lambda name: readline.append_history_file(1, name)):
        try:
            function(path)
        except OSError as error:
            print(type(error).__name__)


with tempfile.TemporaryDirectory() as folder:
    use_history(os.path.join(folder, "history"))
show(readline.get_begidx)
show(readline.get_endidx)
show(readline.get_line_buffer)
readline.set_completer_delims(" .")
show(readline.get_completer_delims)
show(readline.get_completer)
show(readline.add_history, 1)
type_keys()
