"""Importing modules: the functions that the machine calls when a module is not loaded yet.

It has no import statement of its own: the machine puts `_imp`, `modules` (sys.modules), `_owners`
(which thread is importing which module) and `_waits` (which thread waits for which module) here.
All of that lies in the heap, so that the transactions of an import begin and end like any others:
a module's body may start threads and wait for them.
"""

_missing = object()
ModuleType = type(_imp)


def _external():
    """The importer of files that CPython's library has: what is seldom needed is taken of it."""
    return _find_and_load("_frozen_importlib_external")


# The warning that is being shown now.
_warning = []


def _warn(message, category):
    """Warns of the line that imports: functions of this module have no place in the stack."""
    warnings = modules.get("warnings")
    if warnings is None:
        if category is ImportWarning and not modules["sys"].warnoptions:
            # It is ignored, and perhaps there is nothing left that could find a module.
            return
        warnings = _find_and_load("warnings")
    if _warning:
        # What shows a warning imports, too.
        return
    _warning.append(message)
    try:
        warnings.warn(message, category)
    finally:
        _warning.clear()


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
        text = f"{self.__class__.__name__}(name={self.name!r}, loader={self.loader!r}"
        if self.origin is not None:
            text += f", origin={self.origin!r}"
        if self.submodule_search_locations is not None:
            text += f", submodule_search_locations={self.submodule_search_locations}"
        return text + ")"

    def __eq__(self, other):
        try:
            return (
                self.name == other.name
                and self.loader == other.loader
                and self.origin == other.origin
                and self.submodule_search_locations == other.submodule_search_locations
                and self.cached == other.cached
                and self.has_location == other.has_location
            )
        except AttributeError:
            return NotImplemented

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
        return self.name in _owners or "_is_initializing" in self.__dict__

    @_initializing.setter
    def _initializing(self, value):
        """For CPython's importer in Python, where a program uses that."""
        self.__dict__.pop("_is_initializing", None)
        if value:
            self._is_initializing = True


def _cached_name(origin):
    """Where the code of a file is kept; none of a file that is no source."""
    if origin.endswith(".pyc"):
        return origin
    sys = modules.get("sys")
    # (What `sys` itself imports comes before its attributes.)
    if not origin.endswith(".py") or sys is None or "sys" in _owners:
        return None
    if sys.implementation.cache_tag is None:
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


def _check_builtin(fullname):
    listed = getattr(modules.get("sys"), "builtin_module_names", ())
    if fullname not in listed and not _imp.is_builtin(fullname):
        raise ImportError(f"{fullname!r} is not a built-in module", name=fullname)


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
        _check_builtin(spec.name)
        return None

    @staticmethod
    def exec_module(module):
        body = _with_room(_imp.fill_builtin, module)
        if body is not None:
            body()

    @classmethod
    def get_code(cls, fullname):
        _check_builtin(fullname)
        return None

    @classmethod
    def get_source(cls, fullname):
        _check_builtin(fullname)
        return None

    @classmethod
    def is_package(cls, fullname):
        _check_builtin(fullname)
        return False

    @classmethod
    def load_module(cls, fullname):
        _check_builtin(fullname)
        return _load_module_shim(cls, fullname)


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
    def load_module(cls, fullname):
        raise cls._missing(fullname)

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

    def __eq__(self, other):
        return self.__class__ == other.__class__ and self.__dict__ == other.__dict__

    def __hash__(self):
        return hash(self.name) ^ hash(self.path)

    def _check_name(self, name):
        if name is not None and name != self.name:
            raise ImportError(f"loader for {self.name} cannot handle {name}", name=name)

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        if type(self) is SourceFileLoader and module.__name__ == self.name:
            body = _with_room(_imp.load_source, module, self.path)
            body()
        else:
            # A class below this one may read or compile otherwise.
            _external().SourceLoader.exec_module(self, module)

    def load_module(self, fullname=None):
        self._check_name(fullname)
        return _load_module_shim(self, self.name)

    def get_filename(self, fullname=None):
        self._check_name(fullname)
        return self.path

    def get_source(self, fullname):
        return _external().SourceLoader.get_source(self, fullname)

    def get_data(self, path):
        return _imp.file_content(str(path))

    def set_data(self, path, data, *, _mode=0o666):
        _external()._SourceFileLoader.set_data(self, path, data, _mode=_mode)

    def _cache_bytecode(self, source_path, bytecode_path, data):
        return _external()._SourceFileLoader._cache_bytecode(
            self, source_path, bytecode_path, data
        )

    def get_resource_reader(self, name=None):
        self._check_name(name)
        from importlib.readers import FileReader
        return FileReader(self)

    def get_code(self, fullname):
        code = _external().SourceLoader.get_code(self, fullname)
        path = self.get_filename(fullname)
        if code is not None and code.co_filename != path:
            # Kept code of a file that was elsewhere.
            return self.source_to_code(self.get_data(path), path)
        return code

    def source_to_code(self, data, path, *, _optimize=-1):
        """The code of a source text."""
        return compile(data, path, "exec", dont_inherit=True, optimize=_optimize)

    def path_mtime(self, path):
        # (`path_stats` tells it.)
        raise OSError

    def path_stats(self, path):
        """When a file was changed last, and its size."""
        status = _find_and_load("os").stat(path)
        return {"mtime": status.st_mtime, "size": status.st_size}

    def is_package(self, fullname):
        name = self.get_filename(fullname).rpartition("/")[2].rsplit(".", 1)[0]
        return name == "__init__" and fullname.rpartition(".")[2] != "__init__"


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

    def load_module(self, fullname):
        return _load_module_shim(self, fullname)

    def is_package(self, fullname):
        return True

    def get_source(self, fullname):
        return ""

    def get_code(self, fullname):
        return compile("", "<string>", "exec", dont_inherit=True)

    def get_resource_reader(self, module):
        return _gcd_import("importlib.readers").NamespaceReader(self._path)


class PathFinder:
    """Finds modules in the folders of a path, and in the library that is part of the machine."""

    @staticmethod
    def invalidate_caches():
        cache = modules["sys"].path_importer_cache
        for place, finder in list(cache.items()):
            # (What a relative path leads to may be another folder now.)
            if finder is None or not place.startswith("/"):
                del cache[place]
            elif hasattr(finder, "invalidate_caches"):
                finder.invalidate_caches()
        _NamespacePath._epoch += 1
        metadata = modules.get("importlib.metadata")
        if metadata is not None:
            metadata.MetadataPathFinder.invalidate_caches()

    @staticmethod
    def _path_hooks(path):
        """The finder that the first hook makes that knows how; or none."""
        hooks = getattr(modules.get("sys"), "path_hooks", _path_hooks)
        if hooks is not None and not hooks:
            _warn("sys.path_hooks is empty", ImportWarning)
        for hook in hooks:
            try:
                return hook(path)
            except ImportError:
                continue
        return None

    @classmethod
    def _path_importer_cache(cls, path):
        """The finder of an entry of a path, or none."""
        cache = getattr(modules.get("sys"), "path_importer_cache", _path_importer_cache)
        if path == "":
            try:
                path = _imp.current_folder()
            except (FileNotFoundError, PermissionError):
                return None
        finder = cache.get(path, _missing)
        if finder is _missing:
            finder = cls._path_hooks(path)
            # (Archives have no finder yet while what reads them is imported.)
            if finder is not None or not _is_before_archives():
                cache[path] = finder
        return finder

    @staticmethod
    def find_distributions(*args, **kwargs):
        """Installed packages: for `importlib.metadata`."""
        metadata = _gcd_import("importlib.metadata")
        return metadata.MetadataPathFinder.find_distributions(*args, **kwargs)

    @classmethod
    def find_spec(cls, fullname, path=None, target=None):
        if path is None:
            path = _search_path()
        spec = cls._get_spec(fullname, path, target)
        if spec is not None and spec.loader is None:
            portions = spec.submodule_search_locations
            if not portions:
                return None
            spec.origin = None
            spec.submodule_search_locations = _NamespacePath(fullname, portions, cls._get_spec)
        return spec

    @classmethod
    def _get_spec(cls, fullname, path, target=None):
        """The spec of the first module that one of these folders has; without a loader if they
        only have folders of that name."""
        portions = []
        for folder in path:
            if not isinstance(folder, str):
                continue
            finder = cls._path_importer_cache(folder)
            if finder is None:
                continue
            spec = finder.find_spec(fullname, target)
            if spec is None:
                continue
            if spec.loader is not None:
                return spec
            found = spec.submodule_search_locations
            if found is None:
                raise ImportError("spec missing loader")
            portions.extend(found)
        spec = ModuleSpec(fullname, None)
        spec.submodule_search_locations = portions
        return spec


class FileFinder:
    """Finds the modules of one folder."""

    def __init__(self, path, *loader_details):
        if not path or path == ".":
            self.path = _imp.current_folder()
        else:
            self.path = _absolute(path)
        # None: those of sources and of compiled code, in this order.
        self._own_loaders = None
        self._path_mtime = -1
        self._path_cache = set()
        self._relaxed_path_cache = set()
        if loader_details:
            loaders = [
                (suffix, loader) for loader, suffixes in loader_details for suffix in suffixes
            ]
            if loaders != _usual_loaders():
                self._own_loaders = loaders

    @property
    def _loaders(self):
        return _usual_loaders() if self._own_loaders is None else self._own_loaders

    @_loaders.setter
    def _loaders(self, loaders):
        self._own_loaders = loaders

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
        self._path_mtime = -1

    def _fill_cache(self):
        _external()._FileFinder._fill_cache(self)

    def _get_spec(self, loader_class, fullname, path, smsl, target):
        loader = loader_class(fullname, path)
        return spec_from_file_location(
            fullname, path, loader=loader, submodule_search_locations=smsl
        )

    def find_spec(self, fullname, target=None):
        is_usual = self._own_loaders is None and type(self)._get_spec is FileFinder._get_spec
        is_of_library = self.path.startswith("/<stdlib>")
        if not is_usual and not is_of_library:
            return _external()._FileFinder.find_spec(self, fullname, target)
        found = _imp.find_in(self.path, fullname.rpartition(".")[2])
        if found is None:
            return None
        filename, kind = found
        if kind == 2:
            spec = ModuleSpec(fullname, None)
            spec.submodule_search_locations = [filename]
            return spec
        if is_usual:
            return _spec_from_file(fullname, filename, kind in (1, 4), kind >= 3)
        for suffix, loader in self._loaders:
            if suffix == ".py":
                folder = [filename.rpartition("/")[0]] if kind == 1 else None
                return self._get_spec(loader, fullname, filename, folder, target)
        return None


def _usual_loaders():
    return [(".py", SourceFileLoader), (".pyc", _external().SourcelessFileLoader)]


def _existing_part(path):
    """A path, or the first of the folders around it that is there: it may lead into an archive."""
    while path and not _imp.is_file(path) and not _imp.is_folder(path):
        path = path.rpartition("/")[0]
    return path


def _is_before_archives():
    """Whether `sys` is being imported, or what reads archives: what they need is in no archive."""
    return "sys" in _owners or _imp.is_own("zipimport")


def _zip_hook(path):
    """The finder of an archive. The module that reads archives is imported for the first one."""
    if _is_before_archives() or not _imp.is_file(_existing_part(path)):
        raise ImportError("not a Zip file", path=path)
    zipimporter = _find_and_load("zipimport").zipimporter
    hooks = modules["sys"].path_hooks
    if _zip_hook in hooks:
        hooks[hooks.index(_zip_hook)] = zipimporter
    return zipimporter(path)


# What `sys` has of these when a program begins.
_path_hooks = [_zip_hook, FileFinder.path_hook()]
_path_importer_cache = {}


def _spec_from_file(name, filename, is_package=None, is_sourceless=False):
    if is_package is None:
        is_package = filename.rpartition("/")[2] == "__init__.py"
    if is_sourceless:
        loader = _external().SourcelessFileLoader(name, filename)
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
        location = _find_and_load("os").fspath(location)
        try:
            location = _absolute(location)
        except OSError:
            pass
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


def _absolute(path):
    """A path that begins in the root: one of the current folder gets that in front."""
    if path.startswith("/"):
        return path
    return f"{_imp.current_folder().rstrip('/')}/{path.removeprefix('./')}"


def spec_from_loader(name, loader, *, origin=None, is_package=None):
    """The spec of a module, of what its loader says."""
    if origin is None:
        origin = getattr(loader, "_ORIGIN", None)
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


_finders = [BuiltinImporter, FrozenImporter, PathFinder]


# CPython has imported these before any program begins, so no module of a program hides them, and no
# finder is asked for them.
_ALWAYS_OF_THE_LIBRARY = {
    "_abc", "_codecs", "_collections_abc", "_frozen_importlib_external", "_io", "_stat", "_thread",
    "_warnings", "_weakref", "abc", "codecs", "encodings", "encodings.aliases", "encodings.utf_8",
    "genericpath", "io", "marshal", "os", "posix", "posixpath", "stat", "time", "zipimport",
}


def _is_for_library():
    """Whether this thread imports one of those that programs see as imported already."""
    return any(map(_imp.is_own, ("_frozen_importlib_external", "encodings", "zipimport")))


def _spec_of_library(name):
    """The spec of a module of the library, whatever the finders are now."""
    spec = BuiltinImporter.find_spec(name)
    if spec is None:
        package, _, last = name.rpartition(".")
        found = _imp.find_in("/<stdlib>/" + package.replace(".", "/"), last)
        spec = found and _spec_from_file(name, found[0], found[1] == 1)
    return spec


def _find_spec(name, path, target=None):
    sys = modules.get("sys")
    finders = _finders
    if sys is not None:
        finders = getattr(sys, "meta_path", finders)
        if finders is None:
            raise ImportError("sys.meta_path is None, Python is likely shutting down")
    is_reload = name in modules
    if not is_reload and (name in _ALWAYS_OF_THE_LIBRARY or _is_for_library()):
        spec = _spec_of_library(name)
        if spec is not None:
            return spec
    # (A finder may change the list.)
    finders = list(finders)
    if not finders:
        _warn("sys.meta_path is empty", ImportWarning)
    for finder in finders:
        try:
            find = finder.find_spec
        except AttributeError:
            continue
        spec = find(name, path, target)
        if spec is None:
            continue
        if not is_reload and name in modules:
            # The finder has imported it meanwhile, and that module counts.
            return getattr(modules[name], "__spec__", None) or spec
        return spec
    return None


def module_from_spec(spec):
    """The module of a spec, not executed yet."""
    module = None
    if hasattr(spec.loader, "create_module"):
        module = spec.loader.create_module(spec)
    elif hasattr(spec.loader, "exec_module"):
        message = "loaders that define exec_module() must also define create_module()"
        raise ImportError(message)
    if module is None:
        module = ModuleType(spec.name)
    _init_module_attrs(spec, module)
    return module


def _init_module_attrs(spec, module, *, override=False):
    """Describes a module by its spec. A module that a loader has made keeps what it has; one that
    takes no attributes does without."""
    if override or getattr(module, "__name__", None) is None:
        _try_to_set(module, "__name__", spec.name)
    if override or getattr(module, "__loader__", None) is None:
        loader = spec.loader
        if loader is None and spec.submodule_search_locations is not None:
            loader = NamespaceLoader.__new__(NamespaceLoader)
            loader._path = spec.submodule_search_locations
            spec.loader = loader
            module.__file__ = None
        _try_to_set(module, "__loader__", loader)
    if override or getattr(module, "__package__", None) is None:
        _try_to_set(module, "__package__", spec.parent)
    _try_to_set(module, "__spec__", spec)
    if override or getattr(module, "__path__", None) is None:
        if spec.submodule_search_locations is not None:
            _try_to_set(module, "__path__", spec.submodule_search_locations)
    if spec.has_location:
        if override or getattr(module, "__file__", None) is None:
            _try_to_set(module, "__file__", spec.origin)
        if override or getattr(module, "__cached__", None) is None:
            if spec.cached is not None:
                _try_to_set(module, "__cached__", spec.cached)
    return module


def _try_to_set(module, name, value):
    try:
        setattr(module, name, value)
    except AttributeError:
        pass


def _with_room(load, *arguments):
    """Load code; where garbage fills the memory that it needs, collect that first."""
    try:
        return load(*arguments)
    except MemoryError:
        _imp.collect()
    return load(*arguments)


def _load_unlocked(spec):
    loader = spec.loader
    if loader is not None and not hasattr(loader, "exec_module"):
        _warn_of_no_exec_module(loader)
        return _load_by_old_method(spec)
    module = module_from_spec(spec)
    modules[spec.name] = module
    try:
        _execute(spec, module)
    except:
        modules.pop(spec.name, None)
        raise
    # The body may have put something else there.
    return modules[spec.name]


def _execute(spec, module):
    if spec.loader is not None:
        spec.loader.exec_module(module)
    elif spec.submodule_search_locations is None:
        raise ImportError("missing loader", name=spec.name)


def _warn_of_no_exec_module(loader):
    name = getattr(loader, "__qualname__", None) or type(loader).__qualname__
    _warn(f"{name}.exec_module() not found; falling back to load_module()", ImportWarning)


def _load_by_old_method(spec):
    """Loads a module with a loader that only has `load_module`, which puts it into sys.modules."""
    name = spec.name
    spec.loader.load_module(name)
    module = modules[name]
    if getattr(module, "__loader__", None) is None:
        _try_to_set(module, "__loader__", spec.loader)
    if getattr(module, "__package__", None) is None:
        is_package = hasattr(module, "__path__")
        package = module.__name__ if is_package else name.rpartition(".")[0]
        _try_to_set(module, "__package__", package)
    if getattr(module, "__spec__", None) is None:
        _try_to_set(module, "__spec__", spec)
    return module


def _load(spec):
    state = _imp.own(spec.name)
    try:
        return _load_unlocked(spec)
    finally:
        if state == 1:
            _imp.disown(spec.name)


def _exec(spec, module):
    """Runs a module's body again (`importlib.reload`)."""
    name = spec.name
    state = _imp.own(name)
    try:
        if modules.get(name) is not module:
            raise ImportError(f"module {name!r} not in sys.modules", name=name)
        loader = spec.loader
        if loader is None and spec.submodule_search_locations is None:
            raise ImportError("missing loader", name=name)
        _init_module_attrs(spec, module, override=True)
        if hasattr(spec.loader, "exec_module"):
            spec.loader.exec_module(module)
        else:
            _warn_of_no_exec_module(loader)
            loader.load_module(name)
        return modules[name]
    finally:
        if state == 1:
            _imp.disown(name)


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
    if not parent:
        return _load_unlocked(spec)
    # Code that asks the package for it meanwhile hears that it is being imported.
    pending = getattr(getattr(parent_module, "__spec__", None), "_uninitialized_submodules", [])
    pending.append(child)
    try:
        module = _load_unlocked(spec)
    finally:
        pending.pop()
    try:
        setattr(modules[parent], child, module)
    except AttributeError:
        message = f"Cannot set an attribute on {parent!r} for child module {child!r}"
        _warn(message, ImportWarning)
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
    return _find_and_load(_full_name(name, package, level))


def _full_name(name, package, level):
    if level < 0:
        raise ValueError("level must be >= 0")
    if level > 0:
        if not isinstance(package, str):
            raise TypeError("__package__ not set to a string")
        if not package:
            raise ImportError("attempted relative import with no known parent package")
        return _resolve_name(name, package, level)
    if not name:
        raise ValueError("Empty module name")
    return name


def _package_of(globals):
    """The package of code with these variables: relative names begin there."""
    package = globals.get("__package__")
    spec = globals.get("__spec__")
    if package is not None:
        if not isinstance(package, str):
            raise TypeError("package must be a string")
        if spec is not None and package != spec.parent:
            _warn("__package__ != __spec__.parent", DeprecationWarning)
        return package
    if spec is not None:
        if not isinstance(spec.parent, str):
            raise TypeError("__spec__.parent must be a string")
        return spec.parent
    message = "can't resolve package from __spec__ or __package__, falling back on __name__ "
    _warn(message + "and __path__", ImportWarning)
    try:
        package = globals["__name__"]
    except KeyError:
        raise KeyError("'__name__' not in globals") from None
    if not isinstance(package, str):
        raise TypeError("__name__ must be a string")
    if "__path__" not in globals:
        package = package.rpartition(".")[0]
    return package


def __import__(name, globals=None, locals=None, fromlist=(), level=0):
    """Imports a module, as the import statement does."""
    if not isinstance(name, str):
        raise TypeError("module name must be a string")
    if level < 0:
        raise ValueError("level must be >= 0")
    package = None
    if level:
        if globals is None:
            raise KeyError("'__name__' not in globals")
        if not isinstance(globals, dict):
            raise TypeError("globals must be a dict")
        package = _package_of(globals)
    full = _full_name(name, package, level)
    module = _find_and_load(full)
    if fromlist:
        if hasattr(module, "__path__"):
            _handle_fromlist(module, fromlist)
        return module
    first = name.partition(".")[0]
    if level == 0:
        return _find_and_load(first)
    if not name:
        return module
    above = full[:len(full) - len(name) + len(first)]
    try:
        return modules[above]
    except KeyError:
        raise KeyError(f"{above!r} not in sys.modules as expected") from None


def _import(full, names, wants_first):
    """The import statement: `full` is absolute."""
    module = _find_and_load(full)
    if names:
        if hasattr(module, "__path__"):
            _handle_fromlist(module, names)
        return module
    if wants_first:
        return _find_and_load(full.partition(".")[0])
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
    message = "the load_module() method is deprecated and slated for removal in Python 3.15; "
    _warn(message + "use exec_module() instead", DeprecationWarning)
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
    main = modules["__main__"]
    main.__file__ = _absolute(sys.argv[0])
    main.__cached__ = None
    main.__loader__ = _external().SourcelessFileLoader("__main__", main.__file__)
    exec(main.__loader__.get_code("__main__"), main.__dict__)


def _run_script_as_main():
    """Runs a file of source text, which the first argument names, as the program: its encoding is
    one that the library's codecs know."""
    sys = _find_and_load("sys")
    main = modules["__main__"]
    main.__file__ = _absolute(sys.argv[0])
    loader = main.__loader__ = SourceFileLoader("__main__", main.__file__)
    # (The code of a program is not kept.)
    code = loader.source_to_code(loader.get_data(loader.path), loader.path)
    exec(code, main.__dict__)


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


def _describe(name, loader):
    """Says of a module that was there before this one how it came to be."""
    module = modules[name]
    module.__name__ = name
    module.__spec__ = ModuleSpec(name, loader, origin=loader._ORIGIN)
    module.__loader__ = loader
    module.__package__ = ""


def _complete_imp():
    """The functions of `_imp` that CPython's own importer calls, as far as they can be here."""

    def create_builtin(spec):
        _check_builtin(spec.name)
        return ModuleType(spec.name)

    def create_dynamic(spec, file=None):
        """Would load a library of machine code."""
        if "\0" in spec.name or "\0" in spec.origin:
            raise ValueError("embedded null character")
        message = "extension modules are not supported"
        raise ImportError(message, name=spec.name, path=spec.origin)

    def _fix_co_filename(code, path):
        """Code objects do not change: loaders of files compile again what was kept elsewhere."""

    _imp.create_builtin = create_builtin
    _imp.exec_builtin = BuiltinImporter.exec_module
    _imp.create_dynamic = create_dynamic
    _imp._fix_co_filename = _fix_co_filename


_complete_imp()
for _class in FileFinder, NamespaceLoader, PathFinder, SourceFileLoader, _NamespacePath:
    # Where CPython has them.
    _class.__module__ = "_frozen_importlib_external"
del _class
_describe("builtins", BuiltinImporter)
_describe("_imp", BuiltinImporter)
_describe("_frozen_importlib", FrozenImporter)
_describe_program()
