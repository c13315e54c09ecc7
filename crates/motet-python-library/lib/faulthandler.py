"""Tracebacks where a program hangs. A crash of the machine reports itself: `enable` only remembers
that it was asked for."""

import sys

_enabled = False
_later = None


def _descriptor(file):
    if isinstance(file, int):
        if file < 0:
            raise ValueError("file is not a valid file descriptor")
        return file
    if file is None:
        file = sys.stderr
    if file is None:
        raise RuntimeError("unable to get sys.stderr")
    number = file.fileno()
    file.flush()
    return number


def _write(descriptor, text):
    import os
    os.write(descriptor, text.encode("utf-8", "backslashreplace"))


def _stack(frame):
    lines = []
    while frame is not None and len(lines) < 100:
        code = frame.f_code
        lines.append(f'  File "{code.co_filename}", line {frame.f_lineno} in {code.co_qualname}\n')
        frame = frame.f_back
    return "".join(lines)


def enable(file=None, all_threads=True, c_stack=True):
    global _enabled
    _descriptor(file)
    _enabled = True


def disable():
    global _enabled
    was, _enabled = _enabled, False
    return was


def is_enabled():
    return _enabled


def dump_traceback(file=None, all_threads=True):
    """Writes the calls of this thread; those of others cannot be seen."""
    import _thread
    descriptor = _descriptor(file)
    head = "Stack (most recent call first):\n"
    if all_threads:
        head = f"Current thread 0x{_thread.get_ident():016x} (most recent call first):\n"
    _write(descriptor, head + _stack(sys._getframe(1)))


def dump_c_stack(file=None):
    _write(_descriptor(file), "Current thread's C stack trace: not available\n")


def dump_traceback_later(timeout, repeat=False, file=None, exit=False):
    """Writes that the time is over, and ends the program if it is asked to."""
    global _later
    import os
    import threading
    if timeout <= 0:
        raise ValueError("timeout must be greater than 0")
    descriptor = _descriptor(file)
    cancel_dump_traceback_later()
    cancelled = threading.Event()

    def watch():
        while not cancelled.wait(timeout):
            _write(descriptor, f"Timeout ({timeout})!\n")
            if exit:
                os._exit(1)
            if not repeat:
                break

    _later = cancelled
    threading.Thread(target=watch, daemon=True).start()


def cancel_dump_traceback_later():
    global _later
    if _later is not None:
        _later.set()
        _later = None


_handlers = {}


def register(signum, file=None, all_threads=True, chain=False):
    """Writes the calls of the main thread when a signal comes."""
    import signal
    descriptor = _descriptor(file)

    def handle(number, frame):
        _write(descriptor, "Current thread (most recent call first):\n" + _stack(frame))
        if chain and callable(previous):
            previous(number, frame)

    previous = signal.signal(signum, handle)
    _handlers[signum] = previous


def unregister(signum):
    import signal
    if signum not in _handlers:
        return False
    signal.signal(signum, _handlers.pop(signum))
    return True


# What ends a process on purpose: the signal is sent, nothing is read at a wrong address.

def _sigsegv(release_gil=False, /):
    import signal
    signal.raise_signal(signal.SIGSEGV)


def _read_null():
    _sigsegv()


def _sigabrt():
    import signal
    signal.raise_signal(signal.SIGABRT)


def _sigfpe():
    import signal
    signal.raise_signal(signal.SIGFPE)
