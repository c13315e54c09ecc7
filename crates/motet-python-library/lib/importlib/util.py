"""Functions for programs that import by hand."""

import os
import sys

import _imp
import _frozen_importlib as _bootstrap
from _frozen_importlib import module_from_spec, spec_from_file_location, spec_from_loader


def resolve_name(name, package):
    """The absolute name of a relative one."""
    if not name.startswith("."):
        return name
    if not package:
        message = f"no package specified for {name!r} (required for relative module names)"
        raise ImportError(message)
    level = len(name) - len(name.lstrip("."))
    return _bootstrap._resolve_name(name[level:], package, level)


def find_spec(name, package=None):
    """How a module would be loaded, or None."""
    full = resolve_name(name, package)
    if full in sys.modules:
        module = sys.modules[full]
        if module is None:
            return None
        spec = getattr(module, "__spec__", None)
        if spec is None:
            raise ValueError(f"{full}.__spec__ is None")
        return spec
    path = None
    parent = full.rpartition(".")[0]
    if parent:
        __import__(parent)
        try:
            path = sys.modules[parent].__path__
        except AttributeError:
            message = f"__path__ attribute not found on {parent!r} while trying to find {full!r}"
            raise ModuleNotFoundError(message, name=full) from None
    return _bootstrap._find_spec(full, path)


def _find_spec_from_path(name, path=None):
    """How a module would be loaded, or None; no package around it is imported."""
    if name not in sys.modules:
        return _bootstrap._find_spec(name, path)
    module = sys.modules[name]
    if module is None:
        return None
    try:
        spec = module.__spec__
    except AttributeError:
        raise ValueError(f"{name}.__spec__ is not set") from None
    if spec is None:
        raise ValueError(f"{name}.__spec__ is None")
    return spec


_RAW_MAGIC_NUMBER = 0x6d6f746574


def source_hash(source_bytes):
    """A hash of a source file, as kept code names it."""
    return _imp.source_hash(_RAW_MAGIC_NUMBER, source_bytes)


MAGIC_NUMBER = _imp.pyc_magic_number_token.to_bytes(4, "little")


def cache_from_source(path, debug_override=None, *, optimization=None):
    """Where the code of a source file is kept."""
    folder, name = os.path.split(os.fspath(path))
    tag = sys.implementation.cache_tag
    if tag is None:
        raise NotImplementedError("sys.implementation.cache_tag is None")
    suffix = f".opt-{optimization}" if optimization not in (None, "") else ""
    name = f"{name.rpartition('.')[0] or name}.{tag}{suffix}.pyc"
    if sys.pycache_prefix is None:
        return os.path.join(folder, "__pycache__", name)
    return os.path.join(sys.pycache_prefix, os.path.abspath(folder).lstrip("/"), name)


def source_from_cache(path):
    """The source file that kept code is of."""
    folder, name = os.path.split(os.fspath(path))
    prefix = sys.pycache_prefix
    if prefix is not None:
        prefix = prefix.rstrip("/")
        if folder.startswith(prefix + "/"):
            return os.path.join(folder[len(prefix):], name.partition(".")[0] + ".py")
    folder, last = os.path.split(folder)
    if last != "__pycache__":
        raise ValueError(f"__pycache__ not bottom-level directory in {path!r}")
    if not 2 <= name.count(".") <= 3:
        raise ValueError(f"expected only 2 or 3 dots in {name!r}")
    return os.path.join(folder, name.partition(".")[0] + ".py")


def decode_source(source_bytes):
    """The text of a source file."""
    import io
    import tokenize
    encoding = tokenize.detect_encoding(io.BytesIO(source_bytes).readline)[0]
    decoder = io.IncrementalNewlineDecoder(None, True)
    return decoder.decode(source_bytes.decode(encoding))


class _LazyModule(type(sys)):
    """A module that is executed when it is first asked for something."""

    def __getattribute__(self, name):
        spec = object.__getattribute__(self, "__spec__")
        state = spec.loader_state
        with state["lock"]:
            # Another thread may have executed it meanwhile.
            if object.__getattribute__(self, "__class__") is _LazyModule:
                if state["is_loading"]:
                    # Its own code asks.
                    return state["__class__"].__getattribute__(self, name)
                state["is_loading"] = True
                _execute(self, spec, state)
        return getattr(self, name)

    def __delattr__(self, name):
        # What is deleted must be there.
        self.__getattribute__(name)
        delattr(self, name)


def _execute(module, spec, state):
    """Executes a module. What the program has set in it before counts more than what that sets."""
    namespace = object.__getattribute__(module, "__dict__")
    before, absent = state["__dict__"], object()
    own = {
        name: value for name, value in namespace.items() if before.get(name, absent) is not value
    }
    spec.loader.exec_module(module)
    if sys.modules.get(spec.name, module) is not module:
        message = f"module object for {spec.name!r} substituted in sys.modules during a lazy load"
        raise ValueError(message)
    namespace.update(own)
    if isinstance(module, _LazyModule):
        object.__setattr__(module, "__class__", state["__class__"])


class LazyLoader:
    """Has a loader execute its module when that is first asked for something."""

    def __init__(self, loader):
        self._check(loader)
        self.loader = loader

    @staticmethod
    def _check(loader):
        if not hasattr(loader, "exec_module"):
            raise TypeError("loader must define exec_module()")

    @classmethod
    def factory(cls, loader):
        """What makes such a loader around one that `loader` makes."""
        cls._check(loader)
        return lambda *args, **kwargs: cls(loader(*args, **kwargs))

    def create_module(self, spec):
        return self.loader.create_module(spec)

    def exec_module(self, module):
        from _thread import RLock
        spec = module.__spec__
        spec.loader = module.__loader__ = self.loader
        spec.loader_state = {
            "__dict__": dict(module.__dict__), "__class__": module.__class__, "lock": RLock(),
            "is_loading": False,
        }
        module.__class__ = _LazyModule
