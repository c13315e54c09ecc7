"""Stand-ins for native modules that Motet does not have, so that packages which import one without
need can be tried without it. Whatever is called of them raises ImportError."""

import sys
import types


def stand_in(name, classes="", functions="", **constants):
    """Puts a module of that name in place, if there is none."""
    try:
        __import__(name)
        return
    except ImportError:
        pass

    def refuse(*args, **kwargs):
        raise ImportError(f"there is no {name} here")

    module = types.ModuleType(name)
    for word in classes.split():
        setattr(module, word, type(word, (), {"__slots__": (), "__init__": refuse, "__module__": name}))
    for word in functions.split():
        setattr(module, word, refuse)
    vars(module).update(constants)
    sys.modules[name] = module
