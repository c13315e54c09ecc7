"""Importing modules: the functions that the machine calls when a module is not loaded yet.

It has no import statement of its own: the machine puts `_imp`, `modules` (sys.modules), `_owners`
(which thread is importing which module) and `_waits` (which thread waits for which module) here.
All of that lies in the heap, so that the transactions of an import begin and end like any others:
a module's body may start threads and wait for them.
"""

_missing = object()
ModuleType = type(_imp)


class ModuleSpec:
    """How a module is to be loaded."""

    def __init__(self, name, loader, *, origin=None, loader_state=None, is_package=None):
        self.name = name
        self.loader = loader
        self.origin = origin
        self.loader_state = loader_state
        self.submodule_search_locations = [] if is_package else None
        self._uninitialized_submodules = []
        self._set_fileattr = False
        self._cached = None

    def __repr__(self):
        text = f"ModuleSpec(name={self.name!r}, loader={self.loader!r}"
        if self.origin is not None:
            text += f", origin={self.origin!r}"
        if self.submodule_search_locations is not None:
            text += f", submodule_search_locations={self.submodule_search_locations}"
        return text + ")"

    @property
    def parent(self):
        if self.submodule_search_locations is None:
            return self.name.rpartition(".")[0]
        return self.name

    @property
    def cached(self):
        if self._cached is None and self.origin is not None and self._set_fileattr:
            self._cached = _cached_name(self.origin)
        return self._cached

    @cached.setter
    def cached(self, cached):
        self._cached = cached

    @property
    def has_location(self):
        return self._set_fileattr

    @has_location.setter
    def has_location(self, value):
        self._set_fileattr = bool(value)

    @property
    def _initializing(self):
        return self.name in _owners


def _cached_name(origin):
    """Where the code of a file is kept; none of a file that is no source."""
    if origin.endswith(".pyc"):
        return origin
    sys = modules.get("sys")
    # (What `sys` itself imports comes before its attributes.)
    if not origin.endswith(".py") or sys is None or "sys" in _owners:
        return None
    folder, slash, name = origin.rpartition("/")
    optimised = f".opt-{sys.flags.optimize}" if sys.flags.optimize else ""
    name = f"{name[:-3]}.{sys.implementation.cache_tag}{optimised}.pyc"
    if sys.pycache_prefix is None:
        return f"{folder}{slash}__pycache__/{name}"
    return f"{sys.pycache_prefix.rstrip('/')}/{folder.lstrip('/')}{slash}{name}"


def _module_repr(module):
    """The text that repr() gives for a module, or for an instance of a class below that of modules."""
    spec = getattr(module, "__spec__", None)
    if spec:
        name = "?" if spec.name is None else spec.name
        if spec.origin is not None:
            if spec.has_location:
                return f"<module {name!r} from {spec.origin!r}>"
            return f"<module {name!r} ({spec.origin})>"
        loader = spec.loader
        if loader is None:
            return f"<module {name!r}>"
        if isinstance(loader, NamespaceLoader):
            return f"<module {name!r} (namespace) from {list(loader._path)}>"
        return f"<module {name!r} ({loader!r})>"
    name = getattr(module, "__name__", "?")
    try:
        return f"<module {name!r} from {module.__file__!r}>"
    except AttributeError:
        loader = getattr(module, "__loader__", None)
        return f"<module {name!r}>" if loader is None else f"<module {name!r} ({loader!r})>"


class BuiltinImporter:
    """Finds and loads the modules that are part of the machine."""

    _ORIGIN = "built-in"

    @classmethod
    def find_spec(cls, fullname, path=None, target=None):
        if _imp.is_builtin(fullname):
            return ModuleSpec(fullname, cls, origin=cls._ORIGIN)
        return None

    @staticmethod
    def create_module(spec):
        return None

    @staticmethod
    def exec_module(module):
        body = _with_room(_imp.fill_builtin, module)
        if body is not None:
            body()

    @classmethod
    def get_code(cls, fullname):
        return None

    @classmethod
    def get_source(cls, fullname):
        return None

    @classmethod
    def is_package(cls, fullname):
        return False


class FrozenImporter:
    """Finds frozen modules: there are none, the library's are files below `/<stdlib>`."""

    _ORIGIN = "frozen"

    @classmethod
    def find_spec(cls, fullname, path=None, target=None):
        return None

    @classmethod
    def _missing(cls, fullname):
        return ImportError(f"{fullname!r} is not a frozen module", name=fullname)

    @staticmethod
    def create_module(spec):
        return None

    @staticmethod
    def exec_module(module):
        raise FrozenImporter._missing(module.__spec__.name)

    @classmethod
    def get_code(cls, fullname):
        raise cls._missing(fullname)

    @classmethod
    def get_source(cls, fullname):
        raise cls._missing(fullname)

    @classmethod
    def is_package(cls, fullname):
        raise cls._missing(fullname)


class SourceFileLoader:
    """Loads a module from its source text."""

    def __init__(self, fullname, path):
        self.name = fullname
        self.path = path

    def __repr__(self):
        return f"<{type(self).__module__}.{type(self).__name__} object for {self.path!r}>"

    def __eq__(self, other):
        return self.__class__ == other.__class__ and self.__dict__ == other.__dict__

    def __hash__(self):
        return hash(self.name) ^ hash(self.path)

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        if type(self) is SourceFileLoader:
            body = _with_room(_imp.load_source, module, self.path)
            body()
        else:
            # A class below this one may read or compile otherwise.
            exec(self.get_code(module.__name__), module.__dict__)

    def load_module(self, fullname=None):
        return _load(_spec_from_file(self.name, self.path))

    def get_filename(self, fullname=None):
        return self.path

    def get_source(self, fullname=None):
        return _imp.source_text(self.path)

    def get_data(self, path):
        return _imp.file_content(path)

    def get_resource_reader(self, name=None):
        from importlib.readers import FileReader
        return FileReader(self)

    def get_code(self, fullname=None):
        return self.source_to_code(self.get_data(self.path), self.path)

    def source_to_code(self, data, path, *, _optimize=-1):
        """The code of a source text."""
        return compile(data, path, "exec", dont_inherit=True, optimize=_optimize)

    def path_stats(self, path):
        """When a file was changed last, and its size."""
        status = _find_and_load("os").stat(path)
        return {"mtime": status.st_mtime, "size": status.st_size}

    def is_package(self, fullname=None):
        return self.path.rpartition("/")[2] == "__init__.py"


class _NamespacePath:
    """The folders of a package without `__init__.py`. They are looked for anew when the path
    where the package was found has changed, or after `invalidate_caches`."""

    # How often `invalidate_caches` was called.
    _epoch = 0

    def __init__(self, name, path, path_finder):
        self._name = name
        self._path = path
        self._path_finder = path_finder
        self._last_parent_path = tuple(self._get_parent_path())
        self._last_epoch = self._epoch

    def _find_parent_path_names(self):
        parent = self._name.rpartition(".")[0]
        return (parent, "__path__") if parent else ("sys", "path")

    def _get_parent_path(self):
        owner, attribute = self._find_parent_path_names()
        return getattr(modules[owner], attribute)

    def _recalculate(self):
        parent_path = tuple(self._get_parent_path())
        if parent_path != self._last_parent_path or self._epoch != self._last_epoch:
            spec = self._path_finder(self._name, parent_path)
            if spec is not None and spec.loader is None and spec.submodule_search_locations:
                self._path = spec.submodule_search_locations
            self._last_parent_path = parent_path
            self._last_epoch = self._epoch
        return self._path

    def __iter__(self):
        return iter(self._recalculate())

    def __getitem__(self, index):
        return self._recalculate()[index]

    def __setitem__(self, index, path):
        self._path[index] = path

    def __len__(self):
        return len(self._recalculate())

    def __repr__(self):
        return f"_NamespacePath({self._path!r})"

    def __contains__(self, item):
        return item in self._recalculate()

    def append(self, item):
        self._path.append(item)


class NamespaceLoader:
    """Loads a folder without `__init__.py`."""

    def __init__(self, name, path, path_finder):
        self._path = _NamespacePath(name, path, path_finder)

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        pass

    def is_package(self, fullname):
        return True

    def get_source(self, fullname):
        return ""

    def get_code(self, fullname):
        return compile("", "<string>", "exec", dont_inherit=True)

    def get_resource_reader(self, module):
        return _gcd_import("importlib.readers").NamespaceReader(self._path)


# CPython has imported these before any program begins, or has them built in, so no module of a
# program hides them.
_ALWAYS_OF_THE_LIBRARY = ("abc", "atexit", "codecs", "encodings", "errno", "io", "marshal", "posix",
                          "pwd", "time")


class PathFinder:
    """Finds modules in the folders of a path, and in the library that is part of the machine."""

    @staticmethod
    def invalidate_caches():
        for finder in list(modules["sys"].path_importer_cache.values()):
            if hasattr(finder, "invalidate_caches"):
                finder.invalidate_caches()
        _NamespacePath._epoch += 1

    @staticmethod
    def find_distributions(*args, **kwargs):
        """Installed packages: for `importlib.metadata`."""
        metadata = _gcd_import("importlib.metadata")
        return metadata.MetadataPathFinder.find_distributions(*args, **kwargs)

    @classmethod
    def find_spec(cls, fullname, path=None, target=None):
        if path is None:
            path = _search_path()
            if fullname in _ALWAYS_OF_THE_LIBRARY:
                path = ["/<stdlib>", *path]
        spec = cls._get_spec(fullname, path, target)
        if spec is not None and spec.loader is None:
            spec.loader = NamespaceLoader(
                fullname, spec.submodule_search_locations, cls._get_spec
            )
            spec.submodule_search_locations = spec.loader._path
        return spec

    @staticmethod
    def _get_spec(fullname, path, target=None):
        """The spec of the first module that one of these folders has; without a loader if they
        only have folders of that name."""
        last = fullname.rpartition(".")[2]
        portions = []
        for folder in path:
            if not isinstance(folder, str):
                continue
            finder = _finder_of(folder)
            if type(finder) is not FileFinder:
                spec = None if finder is None else finder.find_spec(fullname, target)
                if spec is None:
                    continue
                if spec.loader is not None:
                    return spec
                portions.extend(spec.submodule_search_locations or ())
                continue
            found = _imp.find_in(folder, last)
            if found is None:
                continue
            filename, kind = found
            if kind == 2:
                portions.append(filename)
                continue
            return _spec_from_file(fullname, filename, kind in (1, 4), kind >= 3)
        if portions:
            spec = ModuleSpec(fullname, None)
            spec.submodule_search_locations = portions
            return spec
        return None


class FileFinder:
    """Finds the modules of one folder."""

    def __init__(self, path, *loader_details):
        self.path = path or "."

    def __repr__(self):
        return f"FileFinder({self.path!r})"

    @classmethod
    def path_hook(cls, *loader_details):
        def path_hook_for_FileFinder(path):
            if not _imp.is_folder(path or "."):
                raise ImportError("only directories are supported", path=path)
            return cls(path, *loader_details)

        return path_hook_for_FileFinder

    def invalidate_caches(self):
        pass

    def find_spec(self, fullname, target=None):
        return PathFinder.find_spec(fullname, [self.path], target)


def _existing_part(path):
    """A path, or the first of the folders around it that is there: it may lead into an archive."""
    while path and not _imp.is_file(path) and not _imp.is_folder(path):
        path = path.rpartition("/")[0]
    return path


def _zip_hook(path):
    """The finder of an archive. The module that reads archives is imported for the first one."""
    # (The modules that it needs itself, and what `sys` needs, are not in archives.)
    is_needed = "sys" in _owners or _imp.is_own("zipimport")
    if is_needed or not _imp.is_file(_existing_part(path)):
        raise ImportError("not a Zip file", path=path)
    zipimporter = _find_and_load("zipimport").zipimporter
    hooks = modules["sys"].path_hooks
    if _zip_hook in hooks:
        hooks[hooks.index(_zip_hook)] = zipimporter
    return zipimporter(path)


# What `sys` has of these when a program begins.
_path_hooks = [_zip_hook, FileFinder.path_hook()]
_path_importer_cache = {}


def _finder_of(entry):
    """The finder of an entry of a path, made by the first hook that knows how; or none."""
    sys = modules.get("sys")
    cache = getattr(sys, "path_importer_cache", _path_importer_cache)
    finder = cache.get(entry, _missing)
    if finder is not _missing:
        return finder
    for hook in getattr(sys, "path_hooks", _path_hooks):
        try:
            finder = hook(entry)
        except ImportError:
            continue
        # (The current folder may be another one the next time.)
        if entry:
            cache[entry] = finder
        return finder
    # A folder that is not there now may be there later, so this is not kept.
    return None


def _spec_from_file(name, filename, is_package=None, is_sourceless=False):
    if is_package is None:
        is_package = filename.rpartition("/")[2] == "__init__.py"
    if is_sourceless:
        machinery = _find_and_load("importlib.machinery")
        loader = machinery.SourcelessFileLoader(name, filename)
    else:
        loader = SourceFileLoader(name, filename)
    spec = ModuleSpec(name, loader, origin=filename, is_package=is_package)
    spec._set_fileattr = True
    if is_package:
        spec.submodule_search_locations = [filename.rpartition("/")[0]]
    return spec


def spec_from_file_location(name, location=None, *, loader=None,
                            submodule_search_locations=_missing):
    """The spec of a module that a file holds; none where no loader is for such files."""
    if location is not None:
        location = _absolute(location)
    elif hasattr(loader, "get_filename"):
        try:
            location = loader.get_filename(name)
        except ImportError:
            location = "<unknown>"
    else:
        location = "<unknown>"
    if loader is None:
        if location.endswith(".pyc"):
            loader = _spec_from_file(name, location, is_sourceless=True).loader
        elif location.endswith(".py"):
            loader = SourceFileLoader(name, location)
        else:
            return None
    spec = ModuleSpec(name, loader, origin=location)
    spec._set_fileattr = True
    if submodule_search_locations is not _missing:
        spec.submodule_search_locations = submodule_search_locations
    elif hasattr(loader, "is_package"):
        try:
            is_package = loader.is_package(name)
        except ImportError:
            is_package = False
        if is_package:
            spec.submodule_search_locations = []
    if spec.submodule_search_locations == [] and location:
        spec.submodule_search_locations.append(location.rpartition("/")[0])
    return spec


def _absolute(location):
    os = _find_and_load("os")
    location = os.fspath(location)
    try:
        return os.path.abspath(location)
    except OSError:
        return location


def spec_from_loader(name, loader, *, origin=None, is_package=None):
    """The spec of a module, of what its loader says."""
    origin = origin or getattr(loader, "_ORIGIN", None)
    if not origin and hasattr(loader, "get_filename"):
        if is_package is None:
            return spec_from_file_location(name, loader=loader)
        locations = [] if is_package else None
        return spec_from_file_location(name, loader=loader, submodule_search_locations=locations)
    if is_package is None and hasattr(loader, "is_package"):
        try:
            is_package = loader.is_package(name)
        except ImportError:
            pass
    return ModuleSpec(name, loader, origin=origin, is_package=bool(is_package))


def _search_path():
    sys = modules.get("sys")
    return _imp.path() if sys is None else getattr(sys, "path", _imp.path())


_finders = [BuiltinImporter, PathFinder]


def _find_spec(name, path, target=None):
    sys = modules.get("sys")
    finders = _finders
    if sys is not None:
        finders = getattr(sys, "meta_path", finders)
        if finders is None:
            raise ImportError("sys.meta_path is None, Python is likely shutting down")
    for finder in finders:
        find = getattr(finder, "find_spec", None)
        if find is not None:
            spec = find(name, path, target)
            if spec is not None:
                return spec
    return None


def module_from_spec(spec):
    module = None
    if hasattr(spec.loader, "create_module"):
        module = spec.loader.create_module(spec)
    if module is None:
        module = ModuleType(spec.name)
    _init_module_attrs(spec, module)
    return module


def _init_module_attrs(spec, module):
    module.__name__ = spec.name
    module.__loader__ = spec.loader
    module.__package__ = spec.parent
    module.__spec__ = spec
    if spec.submodule_search_locations is not None:
        module.__path__ = spec.submodule_search_locations
    if spec.has_location:
        module.__file__ = spec.origin
        cached = spec.cached
        if cached is not None:
            module.__cached__ = cached
    elif isinstance(spec.loader, NamespaceLoader):
        module.__file__ = None


def _with_room(load, *arguments):
    """Load code; where garbage fills the memory that it needs, collect that first."""
    try:
        return load(*arguments)
    except MemoryError:
        _imp.collect()
    return load(*arguments)


def _load_unlocked(spec):
    module = module_from_spec(spec)
    modules[spec.name] = module
    try:
        if spec.loader is not None:
            spec.loader.exec_module(module)
    except:
        modules.pop(spec.name, None)
        raise
    # The body may have put something else there.
    return modules[spec.name]


def _load(spec):
    state = _imp.own(spec.name)
    try:
        return _load_unlocked(spec)
    finally:
        if state == 1:
            _imp.disown(spec.name)


def _exec(spec, module):
    """Runs a module's body again (`importlib.reload`)."""
    state = _imp.own(spec.name)
    try:
        _init_module_attrs(spec, module)
        if spec.loader is not None:
            spec.loader.exec_module(module)
        return modules[spec.name]
    finally:
        if state == 1:
            _imp.disown(spec.name)


def _find_and_load_unlocked(name):
    path = None
    parent, _, child = name.rpartition(".")
    if parent:
        _find_and_load(parent)
        module = modules.get(name, _missing)
        if module is not _missing:
            return module
        parent_module = modules[parent]
        try:
            path = parent_module.__path__
        except AttributeError:
            message = f"No module named {name!r}; {parent!r} is not a package"
            raise ModuleNotFoundError(message, name=name) from None
    spec = _find_spec(name, path)
    if spec is None:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    module = _load_unlocked(spec)
    if parent:
        setattr(parent_module, child, module)
    return module


def _find_and_load(name):
    module = modules.get(name, _missing)
    if module is _missing or name in _owners:
        # Waits while another thread imports it, unless that one waits for this one.
        state = _imp.own(name)
        try:
            module = modules.get(name, _missing)
            if module is _missing:
                module = _find_and_load_unlocked(name)
        finally:
            if state == 1:
                _imp.disown(name)
    if module is None:
        message = f"import of {name} halted; None in sys.modules"
        raise ModuleNotFoundError(message, name=name)
    return module


def _handle_fromlist(module, names, recursive=False):
    for name in names:
        if not isinstance(name, str):
            if recursive:
                where = module.__name__ + ".__all__"
            else:
                where = "``from list''"
            raise TypeError(f"Item in {where} must be str, not {type(name).__name__}")
        if name == "*":
            if not recursive and hasattr(module, "__all__"):
                _handle_fromlist(module, module.__all__, True)
        elif not hasattr(module, name):
            full = f"{module.__name__}.{name}"
            try:
                _find_and_load(full)
            except ModuleNotFoundError as error:
                if error.name == full and modules.get(full, _missing) is not None:
                    continue
                raise


def _resolve_name(name, package, level):
    bits = package.rsplit(".", level - 1)
    if len(bits) < level:
        raise ImportError("attempted relative import beyond top-level package")
    base = bits[0]
    return f"{base}.{name}" if name else base


def _gcd_import(name, package=None, level=0):
    if not isinstance(name, str):
        raise TypeError(f"module name must be str, not {type(name).__name__}")
    if level > 0:
        if not package:
            message = "attempted relative import with no known parent package"
            raise ImportError(message)
        name = _resolve_name(name, package, level)
    elif not name:
        raise ValueError("Empty module name")
    return _find_and_load(name)


def _package_of(globals):
    package = globals.get("__package__")
    if package is not None:
        return package
    spec = globals.get("__spec__")
    if spec is not None:
        return spec.parent
    package = globals.get("__name__", "")
    if "__path__" not in globals:
        package = package.rpartition(".")[0]
    return package


def __import__(name, globals=None, locals=None, fromlist=(), level=0):
    """Imports a module, as the import statement does."""
    if not isinstance(name, str):
        raise TypeError("module name must be a string")
    if level < 0:
        raise ValueError("level must be >= 0")
    package = _package_of(globals or {}) if level else None
    module = _gcd_import(name, package, level)
    if fromlist:
        if hasattr(module, "__path__"):
            _handle_fromlist(module, fromlist)
        return module
    if level == 0:
        return modules[name.partition(".")[0]]
    if not name:
        return module
    cut = len(name) - len(name.partition(".")[0])
    full = module.__name__
    return modules[full[:len(full) - cut]]


def _import(full, names, wants_first):
    """The import statement: `full` is absolute."""
    module = _find_and_load(full)
    if names:
        if hasattr(module, "__path__"):
            _handle_fromlist(module, names)
        return module
    if wants_first:
        return modules[full.partition(".")[0]]
    return module


class _NotAProgram(Exception):
    """Why a module cannot run as the program."""


def _run_module_as_main():
    """`-m`: runs the module that the first argument names as `__main__`."""
    sys = _find_and_load("sys")
    name = sys.argv[0]
    sys.argv[0] = "-m"
    try:
        spec, code = _details_of_program(name)
    except _NotAProgram as error:
        raise SystemExit(f"{sys.executable}: {error}") from None
    sys.argv[0] = spec.origin
    _run_as_main(spec, code)


def _details_of_program(name):
    """The spec of a module, and its code if its loader is not the one of sources."""
    if name.startswith("."):
        raise _NotAProgram("Relative module names not supported")
    parent = name.rpartition(".")[0]
    if parent:
        _import_parent_of_program(name, parent)
    try:
        spec = _find_and_load("importlib.util").find_spec(name)
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        kind = type(error).__name__
        message = f"Error while finding module specification for {name!r} ({kind}: {error})"
        if name.endswith(".py"):
            message += f". Try using '{name[:-3]}' instead of '{name}' as the module name."
        raise _NotAProgram(message) from error
    if spec is None:
        raise _NotAProgram(f"No module named {name}")
    if spec.submodule_search_locations is not None:
        return _details_of_package(name)
    loader = spec.loader
    if loader is None:
        raise _NotAProgram(f"{name!r} is a namespace package and cannot be executed")
    if type(loader) is SourceFileLoader:
        return spec, None
    try:
        code = loader.get_code(name)
    except ImportError as error:
        raise _NotAProgram(format(error)) from error
    if code is None:
        raise _NotAProgram(f"No code object available for {name}")
    return spec, code


def _import_parent_of_program(name, parent):
    """Imports the package of a module that is to run. Where there is no such package, the search
    for the module tells it."""
    try:
        _find_and_load(parent)
    except ImportError as error:
        missing = error.name
        if missing is None or (missing != parent and not parent.startswith(missing + ".")):
            raise
    existing = modules.get(name)
    if existing is not None and not hasattr(existing, "__path__"):
        warnings = _find_and_load("warnings")
        message = f"{name!r} found in sys.modules after import of package {parent!r}, but prior "
        message += f"to execution of {name!r}; this may result in unpredictable behaviour"
        warnings.warn(RuntimeWarning(message))


def _details_of_package(name):
    """A package runs by its module `__main__`."""
    if name == "__main__" or name.endswith(".__main__"):
        raise _NotAProgram("Cannot use package as __main__ module")
    try:
        return _details_of_program(name + ".__main__")
    except _NotAProgram as error:
        if name not in modules:
            raise
        message = f"{error}; {name!r} is a package and cannot be directly executed"
        raise _NotAProgram(message) from None


def _call_with_frames_removed(call, *arguments, **keywords):
    """Calls what runs a module's body, for the library's loaders."""
    return call(*arguments, **keywords)


def _load_module_shim(loader, fullname):
    """`load_module` of a loader that has `exec_module`."""
    warnings = _find_and_load("warnings")
    message = "the load_module() method is deprecated and slated for removal in Python 3.15; "
    warnings.warn(message + "use exec_module() instead", DeprecationWarning)
    spec = spec_from_loader(fullname, loader)
    if fullname in modules:
        _exec(spec, modules[fullname])
        return modules[fullname]
    return _load(spec)


def _verbose_message(message, *arguments, verbosity=1):
    """Tells what is imported, if `-v` is given."""
    sys = modules["sys"]
    if sys.flags.verbose >= verbosity:
        if not message.startswith(("#", "import ")):
            message = "# " + message
        print(message.format(*arguments), file=sys.stderr)


def _run_archive_as_main():
    """Runs the `__main__` of an archive or a folder, which the first argument names, as the
    program."""
    sys = _find_and_load("sys")
    place = _absolute(sys.argv[0])
    if place not in sys.path[:1]:
        # (It is needed also where no folder is put there.)
        sys.path.insert(0, place)
    spec = PathFinder.find_spec("__main__", [place])
    if spec is None or spec.loader is None:
        raise SystemExit(f"{sys.executable}: can't find '__main__' module in {place!r}")
    is_source = type(spec.loader) is SourceFileLoader
    _run_as_main(spec, None if is_source else spec.loader.get_code("__main__"))


def _run_bytecode_as_main():
    """Runs a file of compiled code, which the first argument names, as the program."""
    sys = _find_and_load("sys")
    machinery = _find_and_load("importlib.machinery")
    main = modules["__main__"]
    main.__file__ = _absolute(sys.argv[0])
    main.__cached__ = None
    main.__loader__ = machinery.SourcelessFileLoader("__main__", main.__file__)
    exec(main.__loader__.get_code("__main__"), main.__dict__)


def _run_script_as_main():
    """Runs a file of source text, which the first argument names, as the program: its encoding is
    one that the library's codecs know."""
    sys = _find_and_load("sys")
    main = modules["__main__"]
    main.__file__ = _absolute(sys.argv[0])
    main.__loader__ = SourceFileLoader("__main__", main.__file__)
    exec(main.__loader__.get_code("__main__"), main.__dict__)


def _run_as_main(spec, code):
    """Runs a module as the program. Without code it is a file of source text."""
    main = modules["__main__"]
    main.__spec__ = spec
    main.__loader__ = spec.loader
    main.__package__ = spec.parent
    main.__file__ = spec.origin
    main.__cached__ = spec.cached
    if code is not None:
        exec(code, main.__dict__)
        return
    body = _imp.load_source(main, spec.origin)
    body()


def _describe_program():
    """Says how `__main__` came to be. Runners of modules and archives say it again."""
    main = modules.get("__main__")
    if main is None or getattr(main, "__loader__", None) is not None:
        return
    file = getattr(main, "__file__", None)
    if file is None or file.startswith("<"):
        main.__loader__ = BuiltinImporter
    else:
        main.__loader__ = SourceFileLoader("__main__", file)


def _describe_builtins():
    module = modules["builtins"]
    module.__spec__ = ModuleSpec("builtins", BuiltinImporter, origin="built-in")
    module.__loader__ = BuiltinImporter
    module.__package__ = ""


_describe_builtins()
_describe_program()
