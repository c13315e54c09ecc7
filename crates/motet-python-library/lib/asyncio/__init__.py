"""The asyncio package: CPython's modules of it, each imported when it is first asked for.

The event loop stands on sockets, which are not there yet: what needs it raises ImportError for
`_socket` when it is used. What needs no loop (`asyncio.iscoroutinefunction`, the exceptions) works.
"""

import importlib

# In the order of CPython's own package: where two modules have a name, the later one counts.
_PARTS = (
    "base_events",
    "coroutines",
    "events",
    "exceptions",
    "futures",
    "graph",
    "locks",
    "protocols",
    "runners",
    "queues",
    "streams",
    "subprocess",
    "tasks",
    "taskgroups",
    "timeouts",
    "threads",
    "transports",
    "unix_events",
)

# Those that import nothing of sockets are looked through first.
_WITHOUT_SOCKETS = ("coroutines", "exceptions", "protocols", "transports")


def _part(name):
    return importlib.import_module("asyncio." + name)


def __getattr__(name):
    if name in _PARTS or name in ("constants", "format_helpers", "log", "mixins"):
        return _part(name)
    if name == "__all__":
        names = [one for part in _PARTS for one in _part(part).__all__]
        globals()["__all__"] = tuple(names)
        return globals()["__all__"]
    if name.startswith("__"):
        raise AttributeError(f"module 'asyncio' has no attribute '{name}'")
    rest = [part for part in _PARTS if part not in _WITHOUT_SOCKETS]
    for part in (*_WITHOUT_SOCKETS, *rest):
        module = _part(part)
        if name in module.__all__:
            globals()[name] = getattr(module, name)
            return globals()[name]
    raise AttributeError(f"module 'asyncio' has no attribute '{name}'")


def __dir__():
    return sorted({*globals(), *_PARTS, *__getattr__("__all__")})
