"""The rule behind the moments of a file of a time zone, checked as CPython's C code reads it."""

import re

_NAME = rb"(?:[A-Za-z]+|<[A-Za-z0-9+-]*>)"
_TIME = rb"[+-]?\d{1,3}(?::\d\d(?::\d\d)?)?"
_RULE = rb"(?:M\d{1,2}\.\d\.\d|J\d{1,3}|\d{1,3})(?:/" + _TIME + rb")?"
_ZONE = rb"(?:" + _NAME + rb"(?:" + _TIME + rb")?," + _RULE + rb"," + _RULE + rb")?"
_TEXT = re.compile(_NAME + _TIME + _ZONE)


def checked(text):
    """The text of a rule that has the right form. It ends at the first NUL, as texts of C do."""
    text = text.partition(b"\0")[0]
    if _TEXT.fullmatch(text) is None:
        raise ValueError(f"Malformed TZ string: {text!r}")
    return text.decode()
