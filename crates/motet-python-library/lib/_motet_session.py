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


def _complete_source(source):
    """The code of a source that is complete, or None."""
    import codeop
    # Tracebacks show "<stdin>" for such a name, and find the lines of just this piece.
    filename = f"<stdin-{len(_names)}>"
    try:
        code = _compiler(codeop)(source, filename, "single")
    except SyntaxError as error:
        if error.filename == filename:
            error.filename = "<stdin>"
        raise
    if code is not None:
        _names.append(filename)
        _remember(filename, source)
    return code


def _remember(filename, source):
    """Tracebacks and `inspect` can show the lines that were typed."""
    import linecache
    lines = [line + "\n" for line in source.split("\n")]
    linecache.cache[filename] = (len(source), None, lines, filename)


_names = []
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
    lines = []
    while True:
        prompt = _prompt("ps2", "... ") if lines else _prompt("ps1", ">>> ")
        try:
            sys.stdout.flush()
            sys.stderr.write(prompt)
            sys.stderr.flush()
            line = sys.stdin.readline()
        except KeyboardInterrupt:
            sys.stderr.write("\nKeyboardInterrupt\n")
            lines = []
            continue
        if not line:
            if lines:
                _run_lines(lines, namespace, True)
            sys.stderr.write("\n")
            return
        lines.append(line.removesuffix("\n"))
        if _run_lines(lines, namespace, False):
            lines = []


def _run_lines(lines, namespace, is_end):
    """Runs the lines that were read, if they are complete."""
    source = "\n".join(lines)
    if is_end:
        source += "\n"
    try:
        code = _complete_source(source)
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
