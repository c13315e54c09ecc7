# Names of `sys`, `importlib.util`, `dis`, `builtins` and `faulthandler` that tools ask for.
import builtins
import dis
import faulthandler
import importlib.util
import operator
import sys

print(builtins.__package__ == "", builtins.__spec__.name, builtins.__spec__.origin)
print(sys._jit.is_enabled(), sys._jit.is_active(), type(sys.is_remote_debug_enabled()))
print(type(sys.getrefcount([])))


print(sys.call_tracing(divmod, (7, 2)))
sys.displayhook(None)
sys.displayhook([1])
print(builtins._, sys.displayhook is sys.__displayhook__)
print(importlib.util._find_spec_from_path("json").name)
print(importlib.util._find_spec_from_path("nothing_of_this_name"))
print(importlib.util._find_spec_from_path("sys").name)
first, second = (importlib.util.source_hash(text) for text in (b"abc", b"abd"))
print(len(first), first != second, first == importlib.util.source_hash(b"abc"))
print(all(isinstance(getattr(dis, name), list) for name in ("hasarg", "hasconst", "hasfree", "hasjrel")))
print(isinstance(dis.HAVE_ARGUMENT, int), isinstance(dis.EXTENDED_ARG, int), "in" in dis.cmp_op or "<" in dis.cmp_op)
print(faulthandler.is_enabled())
faulthandler.enable()
print(faulthandler.is_enabled())
faulthandler.disable()
print(faulthandler.is_enabled())
print(operator.length_hint(iter([1, 2, 3])), operator.length_hint(object(), 7))
