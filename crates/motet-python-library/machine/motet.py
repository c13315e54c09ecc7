from _motet import atomic, stats


def _decorate(function):
    def atomically(*args, **kwargs):
        with atomic:
            return function(*args, **kwargs)
    for name in ("__name__", "__qualname__", "__module__", "__doc__"):
        try:
            setattr(atomically, name, getattr(function, name))
        except AttributeError:
            pass
    atomically.__wrapped__ = function
    return atomically
