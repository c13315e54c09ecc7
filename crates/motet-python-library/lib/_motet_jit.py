"""Utilities for observing just-in-time compilation."""


def is_available():
    """Return whether this interpreter has a just-in-time compiler: not yet."""
    return False


def is_enabled():
    """Return whether just-in-time compilation is on."""
    return False


def is_active():
    """Return whether the calling frame runs compiled code."""
    return False
