# The names by which what modules and classes have is known from outside: each member tells the
# name under which it is found, and the class that has it, but for a few that have several names.
import importlib
import warnings

warnings.simplefilter("ignore")
MODULES = """_thread abc argparse array ast atexit base64 binascii bisect builtins calendar cmath collections
collections.abc configparser contextlib contextvars copy copyreg csv dataclasses datetime decimal difflib enum errno
fnmatch fractions functools gc getopt glob gzip heapq html io ipaddress itertools json keyword linecache locale logging
marshal math operator os pathlib platform pprint queue random re reprlib sched secrets select selectors shlex shutil
socket sqlite3 stat statistics string struct subprocess sys tempfile textwrap time timeit token tokenize traceback types
typing unicodedata unittest urllib.parse uuid weakref zipfile zlib zoneinfo""".split()
# These share functions in one of the implementations.
OTHERS = {
    "functools.partial", "functools.partialmethod", "types.SimpleNamespace", "_thread.allocate", "_thread.exit_thread",
    "_thread.start_new",
}


def name_of(value, name):
    value = getattr(value, name, None)
    return value if isinstance(value, str) else None


def check(owner, key, value, place):
    if name_of(value, "__name__") not in (None, key):
        print(place, "is called", value.__name__)
    qualified = name_of(value, "__qualname__")
    owners = [] if owner is None else [f"{cls.__qualname__}.{key}" for cls in owner.__mro__]
    if owners and qualified not in (None, key, *owners):
        print(place, "is", qualified)


count = 0
for module_name in MODULES:
    module = importlib.import_module(module_name)
    for name in sorted(vars(module)):
        found = vars(module)[name]
        if name.startswith("_") or getattr(found, "__module__", None) not in (
            module_name, "_" + module_name, "posix" if module_name == "os" else module_name,
        ):
            continue
        if f"{module_name}.{name}" in OTHERS:
            continue
        count += 1
        check(None, name, found, f"{module_name}.{name}")
        if not isinstance(found, type):
            continue
        for key in sorted(set(dir(found)) & vars(found).keys()):
            if key.startswith("_") and not key.endswith("__") or key in (
                "__class__", "__class_getitem__", "__doc__", "__annotate__", "__annotate_func__",
                "__init_subclass__", "__dict__", "__weakref__",
            ):
                continue
            value = vars(found)[key]
            if isinstance(value, type) or not callable(value):
                continue
            check(found, key, value, f"{module_name}.{name}.{key}")
print(count > 2000)
