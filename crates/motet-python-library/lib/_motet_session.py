"""A session: lines are read, run and answered. Also the session after a program with `-i`."""

import sys

_BANNER = 'Type "help", "copyright", "credits" or "license" for more information.'


def _main():
    main = sys.modules.get("__main__")
    if main is None:
        main = type(sys)("__main__")
        sys.modules["__main__"] = main
    return main


def _prompt(name, default):
    text = getattr(sys, name, default)
    try:
        return str(text)
    except Exception:
        return ""


def _complete_source(lines, is_end):
    """The code of lines that are complete, or None. At the end of the input they have to be."""
    import codeop
    global _count
    text = "".join(lines)
    source = text if is_end else text.removesuffix("\n")
    # Tracebacks show "<stdin>" for such a name, and find the lines of just this piece.
    filename = f"<stdin-{_count}>"
    try:
        code = _compiler(codeop)(source, filename, "single")
        if code is None and is_end:
            code = compile(source, filename, "single", 0, True)
        elif code is None and lines[-1] == "\n":
            _refuse_to_wait(source, filename)
    except SyntaxError as error:
        if not is_end and _may_be_longer(codeop, source):
            return None
        if error.filename == filename:
            _show_place(error, lines)
        raise
    if code is not None:
        _count += 1
        _remember(code, text)
    return code


def _may_be_longer(codeop, source):
    """Whether a block is wrong only in what is looked at when all of its lines are there."""
    from _ast import PyCF_ONLY_AST
    if not codeop._is_open(source):
        return False
    try:
        compile(source + "\n", "<stdin>", "single", PyCF_ONLY_AST, True)
    except SyntaxError:
        return False
    return True


def _refuse_to_wait(source, filename):
    """An empty line ends a block, even one that has no lines yet."""
    try:
        compile(source, filename, "single", 0, True)
    except SyntaxError as error:
        if isinstance(error, IndentationError) or str(error.msg).startswith("expected '"):
            raise


def _show_place(error, lines):
    """An error of the parser knows its line, one that is found later does not."""
    number = error.lineno or 0
    if error.text is not None:
        error.filename = "<stdin>"
    elif 0 < number <= len(lines):
        error.text = lines[number - 1]


def _remember(code, text):
    """Tracebacks and `inspect` can show the lines that were typed."""
    import linecache
    linecache._register_code(code, text, "<stdin>")


# How many pieces have been run.
_count = 0
_made = []


def _compiler(codeop):
    if not _made:
        _made.append(codeop.CommandCompiler())
    return _made[0]


def _show_error():
    kind, value, traceback = sys.exc_info()
    # Tracebacks do not show the frames of the session itself.
    while traceback is not None and traceback.tb_frame.f_code.co_filename.startswith("/<stdlib>"):
        traceback = traceback.tb_next
    sys.last_type, sys.last_value, sys.last_traceback = kind, value, traceback
    sys.last_exc = value
    try:
        value = value.with_traceback(traceback)
        if sys.excepthook is sys.__excepthook__:
            _print_error(value)
        else:
            sys.excepthook(kind, value, traceback)
    except Exception as failure:
        sys.stderr.write(f"Error in sys.excepthook: {failure!r}\n")


def _print_error(value):
    """The built-in hook reads files; typed lines are in no file."""
    from traceback import print_exception
    print_exception(value)


def _run(code, namespace):
    try:
        exec(code, namespace)
    except SystemExit:
        raise
    except BaseException:
        _show_error()


def simple():
    """A session without a terminal's comforts."""
    namespace = _main().__dict__
    for name, default in (("ps1", ">>> "), ("ps2", "... ")):
        if not hasattr(sys, name):
            setattr(sys, name, default)
    # A program may put others in their places.
    streams = sys.stdin, sys.stdout, sys.stderr
    lines = []
    while True:
        prompt = _prompt("ps2", "... ") if lines else _prompt("ps1", ">>> ")
        try:
            line = _read_line(streams, prompt)
        except KeyboardInterrupt:
            sys.stderr.write("\nKeyboardInterrupt\n")
            lines = []
            continue
        if line:
            lines.append(line)
            # A last line without an end waits for the end of the input.
            if not line.endswith("\n") or not _run_lines(lines, namespace, False):
                continue
        else:
            streams[2].write("\n")
            if not lines:
                return
            lines[-1] = lines[-1].removesuffix("\n") + "\n"
            _run_lines(lines, namespace, True)
        lines = []


def _read_line(streams, prompt):
    """The next line that was typed; none if there is nothing to read it from."""
    source, output, errors = streams
    for stream in output, sys.stdout:
        _flush(stream)
    errors.write(prompt)
    errors.flush()
    try:
        return source.readline()
    except (OSError, ValueError):
        # The program has closed the descriptor or the stream.
        return ""


def _flush(stream):
    try:
        stream.flush()
    except (AttributeError, OSError, ValueError):
        pass


def _run_lines(lines, namespace, is_end):
    """Runs the lines that were read, if they are complete."""
    try:
        code = _complete_source(lines, is_end)
    except (SyntaxError, ValueError, OverflowError):
        _show_error()
        return True
    if code is None:
        return False
    _run(code, namespace)
    return True


def _has_terminal():
    try:
        return sys.stdin.isatty() and sys.stdout.isatty()
    except (AttributeError, ValueError):
        return False


def _startup():
    """Runs the file that PYTHONSTARTUP names."""
    import os
    path = os.environ.get("PYTHONSTARTUP")
    if sys.flags.ignore_environment or not path:
        return
    try:
        with open(path, "rb") as file:
            code = compile(file.read(), path, "exec")
    except OSError as error:
        sys.stderr.write(f"Could not open PYTHONSTARTUP\n{type(error).__name__}: {error}\n")
        return
    except SyntaxError:
        _show_error()
        return
    _run(code, _main().__dict__)


def _interact():
    import os
    if not sys.flags.no_site:
        import site
        site.setquit()
        site.setcopyright()
        site.sethelper()
    term = os.environ.get("TERM", "")
    if _has_terminal() and term not in ("", "dumb") and not os.environ.get("PYTHON_BASIC_REPL"):
        try:
            from _pyrepl.main import interactive_console, CAN_USE_PYREPL
        except ImportError:
            CAN_USE_PYREPL = False
        if CAN_USE_PYREPL:
            interactive_console(mainmodule=_main())
            return
    simple()


def interact():
    """The session that `motet` without a program is."""
    main = _main()
    if main.__dict__.get("__file__") == "<stdin>":
        del main.__file__
    if not sys.flags.quiet:
        sys.stderr.write(f"Python {sys.version} on {sys.platform}\n{_BANNER}\n")
    _startup()
    _interact()


def after_program():
    """The session that `-i` asks for."""
    _interact()
