# Arguments that natives do not expect: an exception, never the end of the program.
import random
import sys
import types


def tell(act):
    try:
        result = act()
    except (MemoryError, RecursionError, TypeError, ValueError, OverflowError) as error:
        print("refused")
    else:
        print(type(result).__name__)


inner = []
inner.append(inner)
alias = types.GenericAlias(list, (inner,))
tell(lambda: alias.__args__)
tell(lambda: type(random.Random(1).getrandbits(5000)))
tell(lambda: random.Random(1).getrandbits(-1))
tell(lambda: random.Random(1).getrandbits(1 << 80))
if sys.implementation.name == "motet":
    import _time_core

    for act in (lambda: _time_core.mktime([].append), lambda: _time_core.strftime("x", 7)):
        try:
            act()
        except (TypeError, ValueError):
            pass
    try:
        alias.__parameters__
        repr(alias)
    except RecursionError:
        pass
for name in ("gc", "_signal", "signal", "_frozen_importlib"):
    kept = sys.modules.get(name)
    sys.modules[name] = 5
    import gc

    if name == "_signal":
        tell(lambda: 1)
    if kept is None:
        del sys.modules[name]
    else:
        sys.modules[name] = kept
print("end")
