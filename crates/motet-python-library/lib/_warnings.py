"""The part of `warnings` for the import system: the functions of `_py_warnings`, in Python.

The functions by which CPython's own module locks its filters are not here: `warnings` then uses
its Python parts throughout, but for `warn_explicit`. That of `_py_warnings` remembers what it has
told once for the whole program and for ever; that of CPython's module, which programs know,
remembers it in the registry of the module that is warned, until the filters change.
"""

import sys as _sys
import _py_warnings
from _operator import index as _index
from _py_warnings import _warnings_context, filters, warn
from _py_warnings import defaultaction as _defaultaction
from _py_warnings import onceregistry as _onceregistry


def _is_told(parts, registry, key):
    """Whether the registry has the key, which is of the filters that there are now."""
    if registry.get("version", 0) != parts._filters_version:
        registry.clear()
        registry["version"] = parts._filters_version
    return bool(registry.get(key))


def _action(parts, text, category, module, line):
    for item in parts._get_filters():
        action, message_pattern, kind, module_pattern, line_wanted = item
        if (
            (message_pattern is None or message_pattern.match(text))
            and issubclass(category, kind)
            and (module_pattern is None or module_pattern.match(module))
            and line_wanted in (0, line)
        ):
            return action, item
    return parts.defaultaction, None


def warn_explicit(
    message, category, filename, lineno, module=None, registry=None, module_globals=None,
    source=None,
):
    """Issue a warning, or maybe ignore it or raise an exception."""
    parts = _py_warnings._wm
    lineno = _index(lineno)
    if registry is not None and not isinstance(registry, dict):
        raise TypeError("'registry' must be a dict or None")
    if module is None:
        module = filename or "<unknown>"
        if module[-3:].lower() == ".py":
            module = module[:-3]
    if isinstance(message, Warning):
        text, category = str(message), type(message)
    else:
        text, message = message, category(message)
    key = text, category, lineno
    with parts._lock:
        if registry is not None and _is_told(parts, registry, key):
            return
        action, item = _action(parts, text, category, module, lineno)
        if action == "error":
            raise message
        if action == "ignore":
            return
        if action not in ("always", "all"):
            if registry is not None:
                registry[key] = True
            of_all = None
            if action == "once":
                of_all = parts.onceregistry if registry is None else registry
            elif action == "module":
                of_all = registry
            elif action != "default":
                raise RuntimeError(
                    f"Unrecognized action ({action!r}) in warnings.filters:\n {item}"
                )
            if of_all is not None:
                if _is_told(parts, of_all, (text, category)):
                    return
                of_all[text, category] = True
    # The source is kept for the report, which may come from an archive.
    import linecache
    linecache.getlines(filename, module_globals)
    parts._showwarnmsg(
        parts.WarningMessage(message, category, filename, lineno, source=source)
    )


_whole = _sys.modules.get("warnings")
if _whole is not None:
    _whole.warn_explicit = warn_explicit
