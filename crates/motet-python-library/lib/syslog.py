"""Messages for the system's log, which takes them by a socket, as the C library's functions write
them."""

import sys as _sys
from operator import index as _index

(
    LOG_EMERG, LOG_ALERT, LOG_CRIT, LOG_ERR, LOG_WARNING, LOG_NOTICE, LOG_INFO, LOG_DEBUG,
) = range(8)
(
    LOG_KERN, LOG_USER, LOG_MAIL, LOG_DAEMON, LOG_AUTH, LOG_SYSLOG, LOG_LPR, LOG_NEWS, LOG_UUCP,
    LOG_CRON, LOG_AUTHPRIV, LOG_FTP,
) = range(0, 12 << 3, 1 << 3)
(
    LOG_LOCAL0, LOG_LOCAL1, LOG_LOCAL2, LOG_LOCAL3, LOG_LOCAL4, LOG_LOCAL5, LOG_LOCAL6, LOG_LOCAL7,
) = range(16 << 3, 24 << 3, 1 << 3)
LOG_PID, LOG_CONS, LOG_ODELAY, LOG_NDELAY, LOG_NOWAIT, LOG_PERROR = 1, 2, 4, 8, 16, 32

_PLACE, _CONSOLE = "/dev/log", "/dev/console"
_PRIORITIES, _FACILITIES = 7, 0x3f8


class _Log:
    """What the program has set; one for the process. It changes as a whole."""

    def __init__(self, ident="", options=0, facility=LOG_USER):
        self.ident, self.options, self.facility = ident, options, facility
        self.socket = None

    def connected(self):
        """The socket to the system's log; None if there is no such log."""
        if self.socket is None:
            import socket
            for kind in socket.SOCK_DGRAM, socket.SOCK_STREAM:
                try:
                    made = socket.socket(socket.AF_UNIX, kind)
                except OSError:
                    break
                try:
                    made.connect(_PLACE)
                except OSError:
                    made.close()
                else:
                    self.socket = made
                    break
        return self.socket

    def close(self):
        if self.socket is not None:
            self.socket.close()
            self.socket = None

    def send(self, content):
        """Whether the system's log has taken the message; it may have begun anew."""
        for _ in range(2):
            connected = self.connected()
            if connected is None:
                return False
            try:
                # A stream has a null at the end of each message.
                connected.sendall(content if connected.type == 2 else content + b"\0")
                return True
            except OSError:
                self.close()
        return False


_log = None
_mask = 0xff


def _ident_of_program():
    """The name of the program's file; None if it has none."""
    words = getattr(_sys, "argv", None)
    if not isinstance(words, list) or not words or not isinstance(words[0], str):
        return None
    return words[0].rpartition("/")[2] or None


def openlog(ident=None, logoption=0, facility=LOG_USER):
    """Set logging options of subsequent syslog() calls."""
    global _log
    if ident is not None and not isinstance(ident, str):
        name = type(ident).__name__
        raise TypeError(f"openlog() argument 'ident' must be str, not {name}")
    _sys.audit("syslog.openlog", ident, logoption, facility)
    ident = ident or _ident_of_program() or ""
    # Refuses what the log could not take.
    ident.encode()
    closing, _log = _log, _Log(ident, logoption, facility)
    if closing is not None:
        closing.close()
    if logoption & LOG_NDELAY:
        _log.connected()


def closelog():
    """Reset the syslog module values and call the system library closelog()."""
    global _log
    _sys.audit("syslog.closelog")
    closing, _log = _log, None
    if closing is not None:
        closing.close()


def setlogmask(maskpri, /):
    """Set the priority mask to maskpri and return the previous mask value."""
    global _mask
    _sys.audit("syslog.setlogmask", maskpri)
    before = _mask
    if maskpri:
        _mask = maskpri
    return before


def syslog(*arguments):
    """Sends a message of a priority (LOG_INFO, if none is given) to the system's log."""
    if not 1 <= len(arguments) <= 2:
        raise TypeError("syslog.syslog requires 1 to 2 arguments")
    priority = _index(arguments[0]) if len(arguments) == 2 else LOG_INFO
    message = arguments[-1]
    if not isinstance(message, str):
        name = type(message).__name__
        raise TypeError(f"syslog() argument {len(arguments)} must be str, not {name}")
    # Refuses what the log could not take.
    message.encode()
    _sys.audit("syslog.syslog", priority, message)
    if _log is None:
        openlog()
    log = _log
    if not 1 << (priority & _PRIORITIES) & _mask:
        return
    if not priority & _FACILITIES:
        priority |= log.facility
    _write(log, priority & (_PRIORITIES | _FACILITIES), message)


def _write(log, priority, message):
    import os
    import time
    head = log.ident
    if log.options & LOG_PID:
        head += f"[{os.getpid()}]"
    if head:
        head += ": "
    text = (head + message).encode()
    now = time.localtime()
    month = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()[now.tm_mon - 1]
    moment = f"{month} {now.tm_mday:2} {now.tm_hour:02}:{now.tm_min:02}:{now.tm_sec:02} "
    if log.options & LOG_PERROR:
        os.write(2, text if text.endswith(b"\n") else text + b"\n")
    if not log.send(f"<{priority}>{moment}".encode() + text) and log.options & LOG_CONS:
        try:
            console = os.open(_CONSOLE, os.O_WRONLY | os.O_NOCTTY)
        except OSError:
            return
        try:
            os.write(console, text + b"\r\n")
        finally:
            os.close(console)


def LOG_MASK(pri, /):
    """Calculates the mask for the individual priority pri."""
    return 1 << pri


def LOG_UPTO(pri, /):
    """Calculates the mask for all priorities up to and including pri."""
    return (1 << pri + 1) - 1
