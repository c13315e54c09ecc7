"""Lines that `input` reads from a terminal can be edited, with a history and completion: the
functions of GNU readline's module on the editor of the library, `_pyrepl`. Its keys are those of
`_pyrepl`: what `parse_and_bind` and init files ask for is not done."""

import operator
import os
import sys

backend = "readline"
_READLINE_VERSION = _READLINE_RUNTIME_VERSION = 0x0802
_READLINE_LIBRARY_VERSION = "8.2"

_DELIMITERS = " \t\n`~!@#$%^&*()-=+[{]}\\|;:'\",<>/?"
_TAB_COMPLETES = 9

_history = []
_history_length = -1
_delimiters = _DELIMITERS
_completer = _startup_hook = _pre_input_hook = None
_adds_history = True
# The editor, once a line has been asked for, and whether it is at work.
_editor = None
_is_editing = False


def _function(value, name):
    if value is None or callable(value):
        return value
    raise TypeError(f"{name}(func): argument not callable")


def _text(value):
    if not isinstance(value, str):
        raise TypeError("bad argument type for built-in operation")
    return value


# ---- what the keys do


def parse_and_bind(string, /):
    """Takes a line of an init file, which changes nothing here."""
    _text(string)


def read_init_file(filename=None, /):
    """Reads a file of such lines."""
    path = filename if filename is not None else os.environ.get("INPUTRC", "~/.inputrc")
    with open(os.path.expanduser(path), "rb"):
        pass


# ---- the line


def get_line_buffer():
    """The line that is edited."""
    return _editor.get_unicode() if _is_editing else ""


def insert_text(string, /):
    """Puts a text where the cursor is."""
    _text(string)
    if _is_editing:
        _editor.insert(string)


def redisplay():
    """Shows the line as it is now."""
    if _is_editing:
        _editor.refresh()


def set_startup_hook(function=None, /):
    """What is called before the prompt of a line is shown."""
    global _startup_hook
    _startup_hook = _function(function, "set_startup_hook")


def set_pre_input_hook(function=None, /):
    """What is called behind that, before the first key is read."""
    global _pre_input_hook
    _pre_input_hook = _function(function, "set_pre_input_hook")


# ---- completion


def set_completer(function=None, /):
    """What is asked for the texts that a word can become: `function(text, state)`."""
    global _completer
    _completer = _function(function, "set_completer")
    if _editor is not None:
        _editor.config.readline_completer = _completer


def get_completer():
    """The function that `set_completer` was given."""
    return _completer


def get_completion_type():
    """The kind of completion that is tried."""
    return _TAB_COMPLETES if _is_editing else 0


def set_completer_delims(string, /):
    """The characters between words."""
    global _delimiters
    _delimiters = _text(string)
    if _editor is not None:
        _editor.config.completer_delims = frozenset(string)


def get_completer_delims():
    """The characters between words."""
    return _delimiters


def _word():
    """Where the word at the cursor begins and ends."""
    if not _is_editing:
        return 0, 0
    end = _editor.pos
    return end - len(_editor.get_stem()), end


def get_begidx():
    """Where the word begins that is completed."""
    return _word()[0]


def get_endidx():
    """Where the word ends that is completed."""
    return _word()[1]


# ---- the history


def add_history(string, /):
    """Adds a line."""
    _history.append(_text(string))


def set_auto_history(enabled, /):
    """Whether lines that are read are added."""
    global _adds_history
    _adds_history = bool(enabled)


def clear_history():
    """Forgets all lines."""
    _history.clear()


def get_current_history_length():
    """How many lines there are."""
    return len(_history)


def get_history_item(index, /):
    """The line of a number from 1 on, or None."""
    index = operator.index(index)
    return _history[index - 1] if 1 <= index <= len(_history) else None


def _checked(position):
    position = operator.index(position)
    if position < 0:
        raise ValueError("History index cannot be negative")
    if position >= len(_history):
        raise ValueError(f"No history item at position {position}")
    return position


def remove_history_item(position, /):
    """Forgets a line, by its number from 0 on."""
    del _history[_checked(position)]


def replace_history_item(position, line, /):
    """Changes a line, by its number from 0 on."""
    _text(line)
    _history[_checked(position)] = line


def set_history_length(length, /):
    """How many lines of a file are kept; all, if that is negative."""
    global _history_length
    _history_length = operator.index(length)


def get_history_length():
    """How many lines of a file are kept; all, if that is negative."""
    return _history_length


def _path(filename):
    return os.path.expanduser("~/.history") if filename is None else filename


def _lines_of(file):
    lines = file.read().decode("utf-8", "surrogateescape").split("\n")
    return [line for line in lines if line]


def _write(file, lines):
    text = "".join(line + "\n" for line in lines)
    file.write(text.encode("utf-8", "surrogateescape"))


def read_history_file(filename=None, /):
    """Adds the lines of a file."""
    with open(_path(filename), "rb") as file:
        _history.extend(_lines_of(file))


def write_history_file(filename=None, /):
    """Makes a file of the lines, the last ones if their number is limited."""
    first = max(len(_history) - _history_length, 0) if _history_length >= 0 else 0
    with open(_path(filename), "wb") as file:
        _write(file, _history[first:])


def append_history_file(nelements, filename=None, /):
    """Adds the last lines to a file that is there, and shortens it to the limit."""
    count = operator.index(nelements)
    if count < 0:
        raise ValueError("append_history_file() argument must be non-negative")
    path = _path(filename)
    with open(path, "rb+") as file:
        lines = _lines_of(file) + (_history[-count:] if count else [])
        if _history_length >= 0:
            lines = lines[max(len(lines) - _history_length, 0):]
        file.seek(0)
        _write(file, lines)
        file.truncate()


# ---- reading


class _NoModules:
    """Names of modules are completed in sessions only."""

    def get_completions(self, line):
        return None


def _editor_classes():
    """The classes of the library. They import `rlcompleter`, which makes itself the completer: that
    is for programs to wish."""
    completer, is_imported = _completer, "rlcompleter" in sys.modules
    from _pyrepl.readline import ReadlineAlikeReader, ReadlineConfig
    set_completer(completer)
    if not is_imported:
        sys.modules.pop("rlcompleter", None)
    return ReadlineAlikeReader, ReadlineConfig


def _make_editor():
    from _pyrepl.unix_console import UnixConsole
    ReadlineAlikeReader, ReadlineConfig = _editor_classes()
    config = ReadlineConfig(_completer, frozenset(_delimiters), _NoModules())
    console = UnixConsole(0, 1, encoding=sys.stdin.encoding or "utf-8")
    editor = ReadlineAlikeReader(console=console, config=config)
    editor.history = _history
    return editor


def _call_hooks():
    for hook in (_startup_hook, _pre_input_hook):
        if hook is not None:
            try:
                hook()
            except Exception:
                # As readline's C code, which has nobody to tell it to.
                pass


def _is_terminal():
    """Whether `sys.stdin` and `sys.stdout` are the terminal of the process."""
    try:
        numbers = sys.stdin.fileno(), sys.stdout.fileno()
    except (AttributeError, OSError, ValueError):
        return False
    return numbers == (0, 1) and os.isatty(0) and os.isatty(1)


def _edited_line(prompt):
    """The line that `input` returns, or None if it should read one without an editor."""
    global _editor, _is_editing
    if _is_editing or not _is_terminal():
        return None
    from _pyrepl import historical_reader
    from _pyrepl.unix_console import InvalidTerminal
    if _editor is None:
        try:
            _editor = _make_editor()
        except InvalidTerminal:
            return None
    _editor.ps1 = prompt
    _is_editing = True
    historical_reader.should_auto_add_history = _adds_history
    try:
        return _editor.readline(startup_hook=_call_hooks)
    finally:
        historical_reader.should_auto_add_history = True
        _is_editing = False
