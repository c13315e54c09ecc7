"""What `tracemalloc` stands on: allocations are not traced here, which start() says.

All else answers as CPython's does as long as nothing is traced.
"""


def start(nframe=1, /):
    """Would start tracing memory allocations."""
    from operator import index
    if not 1 <= index(nframe) <= 65535:
        raise ValueError("the number of frames must be in range [1; 65535]")
    raise RuntimeError("this interpreter does not trace memory allocations")


def stop():
    """Stops tracing, which never began."""


def is_tracing():
    """Whether memory allocations are traced."""
    return False


def clear_traces():
    """Forgets what was traced, which is nothing."""


def reset_peak():
    """Sets the peak of the traced memory to its size, which is 0."""


def get_traceback_limit():
    """The number of frames that a trace would keep."""
    return 1


def get_traced_memory():
    """The size of the traced memory and its peak."""
    return 0, 0


def get_tracemalloc_memory():
    """The memory that traces take."""
    return 0


def _get_object_traceback(obj, /):
    return None


def _get_traces():
    return []
