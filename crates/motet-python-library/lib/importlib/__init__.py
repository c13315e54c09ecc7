"""Importing by function."""

__all__ = ["__import__", "import_module", "invalidate_caches", "reload"]

import sys

import _frozen_importlib as _bootstrap
from _frozen_importlib import __import__

# There is one of it, also for code that imports it as a module of this package: `pydoc` does.
sys.modules["importlib._bootstrap"] = _bootstrap
_reloading = {}


def invalidate_caches():
    """Tells finders that something has changed."""
    for finder in sys.meta_path:
        if hasattr(finder, "invalidate_caches"):
            finder.invalidate_caches()


def import_module(name, package=None):
    """Imports a module; a relative name is resolved against `package`."""
    level = 0
    if name.startswith("."):
        if not package:
            message = (
                f"the 'package' argument is required to perform a relative import for {name!r}"
            )
            raise TypeError(message)
        level = len(name) - len(name.lstrip("."))
    return _bootstrap._gcd_import(name[level:], package, level)


def reload(module):
    """Runs the body of a module again."""
    try:
        name = module.__spec__.name
    except AttributeError:
        try:
            name = module.__name__
        except AttributeError:
            raise TypeError("reload() argument must be a module") from None
    if sys.modules.get(name) is not module:
        raise ImportError(f"module {name} not in sys.modules", name=name)
    if name in _reloading:
        return _reloading[name]
    _reloading[name] = module
    try:
        path = None
        parent = name.rpartition(".")[0]
        if parent:
            try:
                path = sys.modules[parent].__path__
            except KeyError:
                message = f"parent {parent!r} not in sys.modules"
                raise ImportError(message, name=parent) from None
        spec = _bootstrap._find_spec(name, path, module)
        if spec is None:
            raise ModuleNotFoundError(f"spec not found for the module {name!r}", name=name)
        return _bootstrap._exec(spec, module)
    finally:
        _reloading.pop(name, None)
