# Finders with loaders of a program's own, specs, and the order of what a loader is asked.
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import os
import sys
import tempfile
import traceback
import types
import warnings

machinery = importlib.machinery
folder = os.path.realpath(tempfile.mkdtemp())
sys.dont_write_bytecode = True


def plain(text):
    return str(text).replace(folder, "FOLDER")


def write(name, text):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)
    return path


def tell(call, *arguments, **keywords):
    try:
        print(plain(call(*arguments, **keywords)))
    except Exception as error:
        print(type(error).__name__, plain(error))


# A suffix of its own.
class UpperLoader(machinery.SourceFileLoader):
    def source_to_code(self, data, path, *, _optimize=-1):
        return super().source_to_code(data.lower(), path, _optimize=_optimize)


write("loud/word.upper", "VALUE = 'said'\n")
write("loud/plain.py", "VALUE = 'usual'\n")
write("loud/pack/__init__.upper", "VALUE = __name__\n")
write("loud/space/inner.py", "")
hook = machinery.FileFinder.path_hook(
    (machinery.SourceFileLoader, machinery.SOURCE_SUFFIXES), (UpperLoader, [".upper"])
)
sys.path_hooks.insert(0, hook)
sys.path_importer_cache.clear()
sys.path.insert(0, os.path.join(folder, "loud"))
import word, plain as usual, pack, space, colorsys

print(vars(word).get("value"), usual.VALUE, pack.value, type(word.__loader__).__name__)
print(plain(space.__path__), type(space.__loader__).__name__, space.__file__)
print(type(colorsys.__loader__).__name__, colorsys.rgb_to_hsv(0, 0, 0))
write("loud/wrong.upper", "\n1 / 0\n")
try:
    import wrong
except ZeroDivisionError as error:
    print([(os.path.basename(it.filename), it.lineno) for it in traceback.extract_tb(error.__traceback__)][1:])
finder = sys.path_importer_cache[sys.path[0]]
print(plain(finder), plain(finder.path), finder._loaders[1][0])
sys.path_hooks.remove(hook)
sys.path_importer_cache.clear()
del sys.path[0]

# What a finder of one folder answers.
details = (machinery.SourceFileLoader, [".py"]), (machinery.SourcelessFileLoader, [".pyc"])
finder = machinery.FileFinder(os.path.join(folder, "loud"), *details)
print(plain(finder.find_spec("plain").origin), finder.find_spec("none"))
spec = finder.find_spec("space")
print(spec.loader, plain(spec.submodule_search_locations))
finder.invalidate_caches()
print(finder._path_mtime)
tell(machinery.FileFinder.path_hook(*details), "/no/such/folder")
here = os.getcwd()
os.chdir(folder)
print(plain(machinery.FileFinder("").path), plain(machinery.FileFinder("./loud").path))
os.chdir(here)

# Specs are compared by what they say.
one = machinery.ModuleSpec("a.b", None, origin="there")
two = machinery.ModuleSpec("a.b", None, origin="there")
print(one == two, one != two, one == 5, one.parent)
two.has_location = True
print(one == two, machinery.ModuleSpec.__hash__)


class OwnSpec(machinery.ModuleSpec):
    pass


print(OwnSpec("x", None, is_package=True))
first = importlib.util.spec_from_file_location("m", os.path.join(folder, "loud/plain.py"))
again = importlib.util.spec_from_file_location("m", os.path.join(folder, "loud/plain.py"))
print(first == again, first.loader == again.loader, first.loader is again.loader)


# Making modules.
class OnlyExecutes:
    def exec_module(self, module):
        module.done = True


class Makes(OnlyExecutes):
    def create_module(self, spec):
        made = types.SimpleNamespace(__name__="its own", __loader__="its loader")
        return made


tell(importlib.util.module_from_spec, machinery.ModuleSpec("x", OnlyExecutes()))
made = importlib.util.module_from_spec(machinery.ModuleSpec("x.y", Makes()))
print(made.__name__, made.__loader__, made.__package__, type(made.__spec__).__name__)
bare = importlib.util.module_from_spec(machinery.ModuleSpec("bare", None))
print(bare.__loader__, bare.__spec__.loader, hasattr(bare, "__file__"))


class Finder:
    """Finds modules that are called `made_...`, by loaders of several kinds."""

    loaders = {}

    def find_spec(self, name, path=None, target=None):
        if name not in self.loaders:
            return None
        return machinery.ModuleSpec(name, self.loaders[name])


class OldLoader:
    def load_module(self, name):
        module = sys.modules[name] = types.ModuleType(name)
        module.by = "load_module"
        module.__loader__ = None
        return module


class Replaces(importlib.abc.Loader):
    def create_module(self, spec):
        return None

    def exec_module(self, module):
        sys.modules[module.__name__] = "something else"


class Fails(importlib.abc.Loader):
    def exec_module(self, module):
        raise KeyError("no module")


Finder.loaders.update(
    made_old=OldLoader(), made_other=Replaces(), made_badly=Fails(), made_without=None
)
sys.meta_path.append(Finder())
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    import made_old
print([f"{it.category.__name__}: {it.message}" for it in told])
print(made_old.by, type(made_old.__loader__).__name__, repr(made_old.__package__))
import made_other

print(made_other)
tell(importlib.import_module, "made_badly")
print("made_badly" in sys.modules)
tell(importlib.import_module, "made_without")
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    loaded = first.loader.load_module("m")
print(loaded.VALUE, [f"{it.category.__name__}: {it.message}" for it in told])
tell(first.loader.load_module, "n")
tell(first.loader.get_filename, "n")
print(first.loader.is_package("m"), sorted(first.loader.path_stats(first.origin)))
tell(first.loader.path_mtime, first.origin)


# What a finder has imported while it was asked counts.
class ImportsItself:
    def find_spec(self, name, path=None, target=None):
        if name == "found_early":
            sys.modules[name] = types.ModuleType("early")
            sys.modules[name].__spec__ = machinery.ModuleSpec("found_early", Makes())
            return machinery.ModuleSpec(name, Fails())


sys.meta_path.insert(0, ImportsItself())
import found_early

print(found_early.__name__, found_early.done)
del sys.meta_path[0]

# The class of the module's parts, their names, and what modules export.
print(sorted(machinery.__all__))
print(sorted(importlib.util.__all__))
for part in machinery.SourceFileLoader, machinery.FileFinder, machinery.PathFinder:
    print(part.__module__, part.__qualname__)
print(importlib._bootstrap.__name__, importlib._bootstrap_external.__name__)
print([finder.__name__ for finder in sys.meta_path if isinstance(finder, type)])
for name in "time", "errno", "marshal", "sys":
    module = importlib.import_module(name)
    print(module, module.__spec__.origin, hasattr(module, "__file__"), name in sys.builtin_module_names)
tell(machinery.BuiltinImporter.get_code, "os")
tell(machinery.BuiltinImporter.get_code, "builtins")
tell(machinery.BuiltinImporter.create_module, machinery.ModuleSpec("os", None))

# Where kept code lies.
cache = importlib.util.cache_from_source
tag = sys.implementation.cache_tag
for arguments in ({}, {"optimization": ""}, {"optimization": 2}, {"optimization": "abc"}):
    print(cache("/a/b.c.py", **arguments).replace(tag, "TAG"))
tell(cache, "/a/b.py", optimization="a-b")
tell(cache, "/a/b.py", True, optimization=1)
source = importlib.util.source_from_cache
print(source(f"/a/__pycache__/b.{tag}.opt-1.pyc"))
for wrong in "/a/b.pyc", "/a/__pycache__/b.pyc", "/a/__pycache__/b.x.y.pyc", "/a/__pycache__/b.x.opt-.pyc":
    tell(source, wrong)
print(importlib.util.MAGIC_NUMBER[-2:], len(importlib.util.source_hash(b"text")))
print(importlib.util.decode_source(b"# coding: latin-1\r\n'\xe4'\r\n"))

# sys.modules, sys.meta_path and sys.path_hooks as a program may leave them.
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    kept = sys.meta_path, sys.path_hooks
    sys.meta_path = []
    tell(importlib.import_module, "no_such_module")
    sys.meta_path, sys.path_hooks = kept[0], []
    print(machinery.PathFinder.find_spec("no_such_module", ["/no/such/folder"]))
    sys.path_hooks = kept[1]
print([f"{it.category.__name__}: {it.message}" for it in told])
print("/no/such/folder" in sys.path_importer_cache)
importlib.invalidate_caches()
print("/no/such/folder" in sys.path_importer_cache)
