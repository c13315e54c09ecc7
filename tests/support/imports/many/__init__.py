"""A package whose functions import when they run."""
here = "here"


def absolute():
    from many import here, late
    return here, late.__name__


def relative():
    from .late import value, again
    from . import late
    return value, late.__name__, again


def missing():
    from .late import nothing
    return nothing


def absent():
    from . import absent_module
    return absent_module


def starred():
    scope = {"__name__": "many.inner", "__package__": "many"}
    exec("from .late import *", scope)
    return scope["value"]


def above():
    from .. import other
    return other
