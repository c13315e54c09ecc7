from _sys import *
from _sys import _clear_type_descriptors, _flags, _getframe, _is_gil_enabled, _is_interned, getprofile, gettrace, setprofile, settrace, _library_names, _options, _processors, _base_executable
from _sys import _async_hooks, _note_lost_output, _origin_depth, _set_async_hooks, _set_origin_depth
import _frozen_importlib

meta_path = _frozen_importlib._finders
path_hooks = _frozen_importlib._path_hooks
path_importer_cache = _frozen_importlib._path_importer_cache
stdlib_module_names = frozenset(_library_names + builtin_module_names)
del _library_names, _frozen_importlib
import _motet_sequence
from _io_core import method_before as _method_before
from _namespace_core import namespace_init as _namespace_init

_xoptions = {
    option.partition("=")[0]: option.partition("=")[2] if "=" in option else True
    for option in _options
}
del _options
maxunicode = 0x10ffff
float_repr_style = "short"
api_version = 1013
platlibdir = "lib"
tracebacklimit = 1000
del tracebacklimit
__excepthook__ = excepthook
__unraisablehook__ = unraisablehook
__stdout__ = stdout
_OwnStream = type(stdout)
__stderr__ = stderr


def getdefaultencoding():
    return "utf-8"


def getfilesystemencoding():
    return "utf-8"


def getfilesystemencodeerrors():
    return "surrogateescape"


def audit(event, *args):
    pass


def addaudithook(hook):
    pass


_asyncgen_hooks = _motet_sequence.make("builtins.asyncgen_hooks", "firstiter finalizer")


def get_asyncgen_hooks():
    """The hooks of the calling thread for asynchronous generators."""
    return _asyncgen_hooks(_async_hooks() or (None, None))


def set_asyncgen_hooks(firstiter=_async_hooks, finalizer=_async_hooks):
    """Sets hooks of the calling thread; one that is not given stays."""
    hooks = list(_async_hooks() or (None, None))
    given = (("finalizer", finalizer, 1), ("firstiter", firstiter, 0))
    for name, hook, place in given:
        if hook is _async_hooks:
            continue
        if hook is not None and not callable(hook):
            message = f"callable {name} expected, got {type(hook).__name__}"
            raise TypeError(message)
        hooks[place] = hook
    _set_async_hooks(*hooks)


def get_coroutine_origin_tracking_depth():
    """How many frames a coroutine of this thread notes as its origin when it is made."""
    return _origin_depth() or 0


def set_coroutine_origin_tracking_depth(depth):
    """From now on a coroutine of this thread notes so many frames as its origin."""
    if not isinstance(depth, int):
        name = type(depth).__name__
        raise TypeError(f"'{name}' object cannot be interpreted as an integer")
    if depth < 0:
        raise ValueError("depth must be >= 0")
    _set_origin_depth(min(depth, 0x7fff_ffff) or None)


_is_finalizing = False


def is_finalizing():
    return _is_finalizing


def _flush_streams():
    """Writes what the program has put in the place of its standard streams. (The machine's own are written last of
    all.)"""
    for name in ("stdout", "stderr"):
        stream = globals().get(name)
        if stream is None or type(stream) is _OwnStream:
            continue
        try:
            if stream.closed:
                continue
        except Exception:
            # A detached stream cannot tell; its flush fails, which is reported.
            pass
        try:
            stream.flush()
        except BaseException as error:
            _note_lost_output()
            if name == "stdout":
                import _motet_unraisable
                _motet_unraisable.report(error, "Exception ignored while flushing sys.stdout", None)


def _begin_finalizing():
    """The functions of `atexit` have been called: what is left are finalizers."""
    global _is_finalizing
    _is_finalizing = True


def _check_not_finalizing(what):
    if _is_finalizing:
        raise PythonFinalizationError(f"{what} at interpreter shutdown")


def exception():
    return exc_info()[1]


# The namespaces whose texts are being made, each with its thread.
_shown = set()


class _Namespace:
    def __init__(self, /, *given, **fields):
        if len(given) > 1:
            name = type(self).__name__
            raise TypeError(f"{name} expected at most 1 argument, got {len(given)}")
        given = dict(*given)
        for name in given:
            if not isinstance(name, str):
                raise TypeError("keywords must be strings")
        self.__dict__.update(given)
        self.__dict__.update(fields)

    def __repr__(self):
        import _thread
        cls = type(self)
        name = "namespace" if cls is _Namespace else cls.__name__
        place = id(self), _thread.get_ident()
        if place in _shown:
            return f"{name}(...)"
        _shown.add(place)
        try:
            fields = [f"{name}={value!r}" for name, value in self.__dict__.items()]
        finally:
            _shown.discard(place)
        return f"{name}({', '.join(fields)})"

    def __eq__(self, other):
        if not isinstance(self, _Namespace) or not isinstance(other, _Namespace):
            return NotImplemented
        return self.__dict__ == other.__dict__

    def __reduce__(self):
        return type(self), (), self.__dict__

    def __replace__(self, /, **changes):
        made = type(self)()
        made.__dict__.update(self.__dict__)
        made.__dict__.update(changes)
        return made


_Namespace.__name__ = _Namespace.__qualname__ = "SimpleNamespace"
_Namespace.__module__ = "types"
_Namespace.__init__.__qualname__, _Namespace.__init__.__module__ = "SimpleNamespace.__init__", "types"
setattr(_Namespace, ".slow__init__", _Namespace.__init__)
_Namespace.__init__ = _method_before(_namespace_init, _Namespace.__init__)


def _make(name, fields, values, more="", named={}):
    return _motet_sequence.make("sys." + name, fields, more)(values, named)


version_info = _make(
    "version_info", "major minor micro releaselevel serial", (3, 14, 0, "final", 0)
)
implementation = _Namespace(
    name="motet", cache_tag="motet-314", version=version_info, hexversion=0x030e00f0,
    _multiarch="x86_64-linux-gnu", supports_isolated_interpreters=False,
)
flags = _make(
    "flags",
    "debug inspect interactive optimize dont_write_bytecode no_user_site no_site "
    "ignore_environment verbose bytes_warning quiet hash_randomization isolated dev_mode "
    "utf8_mode warn_default_encoding safe_path int_max_str_digits",
    _flags,
    "gil thread_inherit_context context_aware_warnings",
    {
        "gil": int(_is_gil_enabled()), "thread_inherit_context": 0,
        "context_aware_warnings": 0,
    },
)
for _class in (type(version_info), type(flags)):
    _motet_sequence.close(_class)
dont_write_bytecode = bool(flags.dont_write_bytecode)
float_info = _make(
    "float_info",
    "max max_exp max_10_exp min min_exp min_10_exp dig mant_dig epsilon radix rounds",
    (
        1.7976931348623157e+308, 1024, 308, 2.2250738585072014e-308, -1021, -307, 15, 53,
        2.220446049250313e-16, 2, 1,
    ),
)
int_info = _make(
    "int_info",
    "bits_per_digit sizeof_digit default_max_str_digits str_digits_check_threshold",
    (30, 4, 4300, 640),
)
hash_info = _make(
    "hash_info", "width modulus inf nan imag algorithm hash_bits seed_bits cutoff",
    (64, (1 << 61) - 1, 314159, 0, 1000003, "siphash13", 64, 128, 0),
)
thread_info = _make("thread_info", "name lock version", ("pthread", None, None))
hexversion = 0x030e00f0
byteorder = "little"
platform = "linux"
abiflags = ""
copyright = (
    "Copyright (c) 2001 Python Software Foundation (the library).\n"
    "The interpreter is Motet, under the licences MIT or Apache-2.0."
)
_git = "motet", "", ""
_framework = ""
_stdlib_dir = "/<stdlib>"
del _flags


def getrefcount(object, /):
    """There are no counts of references: the answer is that of an object that never dies."""
    return 0xc0000000


def _is_immortal(op, /):
    return False


def getallocatedblocks():
    return 0


def getunicodeinternedsize(*, _only_immortal=False):
    return 0


def call_tracing(func, args, /):
    return func(*args)


def _clear_type_cache():
    pass


def _clear_internal_caches():
    pass


def _debugmallocstats():
    pass


_no_default = object()


def getsizeof(object, default=_no_default):
    """How many bytes an object takes, without those that it refers to."""
    cls = type(object)
    try:
        try:
            method = cls.__sizeof__
        except AttributeError:
            raise TypeError(f"Type {cls.__name__} doesn't define __sizeof__") from None
        size = method(object)
        if not isinstance(size, int):
            raise TypeError("an integer is required")
    except TypeError:
        if default is _no_default:
            raise
        return default
    if size < 0:
        raise ValueError("__sizeof__() should return >= 0")
    return size


# Kept for the program that asks: nothing is loaded that they could have an effect on.
_load_flags = 2


def getdlopenflags():
    return _load_flags


def setdlopenflags(flags, /):
    global _load_flags
    _load_flags = int.__index__(flags)


def is_remote_debug_enabled():
    return False


def remote_exec(pid, script):
    raise RuntimeError("remote debugging is not available")


def activate_stack_trampoline(backend, /):
    raise ValueError("perf trampoline not available")


def deactivate_stack_trampoline():
    pass


def is_stack_trampoline_active():
    return False


def _setprofileallthreads(function, /):
    setprofile(function)


def _settraceallthreads(function, /):
    settrace(function)


def _getframemodulename(depth=0):
    """The name of the module of the calling function, or of one further out."""
    try:
        frame = _getframe(depth)
    except ValueError:
        return None
    return frame.f_globals.get("__name__")


def _current_frames():
    """The frame of this thread; those of others cannot be seen."""
    import _thread
    return {_thread.get_ident(): _getframe(1)}


def _current_exceptions():
    import _thread
    return {_thread.get_ident(): exception()}


def displayhook(value, /):
    """Shows a value, if it is not None, and keeps it in `builtins._`."""
    if value is None:
        return
    import builtins
    builtins._ = None
    text = repr(value)
    stdout = modules["sys"].__dict__.get("stdout")
    if stdout is None:
        raise RuntimeError("lost sys.stdout")
    try:
        stdout.write(text)
    except UnicodeEncodeError:
        encoding = stdout.encoding
        stdout.write(text.encode(encoding, "backslashreplace").decode(encoding))
    stdout.write("\n")
    builtins._ = value


def breakpointhook(*args, **keywords):
    """Calls the function that PYTHONBREAKPOINT names, or the debugger."""
    import os
    name = os.environ.get("PYTHONBREAKPOINT", "") or "pdb.set_trace"
    if name == "0":
        return None
    module, _, function = name.rpartition(".")
    try:
        import importlib
        hook = getattr(importlib.import_module(module or "builtins"), function)
    except (ImportError, AttributeError):
        import warnings
        message = f'Ignoring unimportable $PYTHONBREAKPOINT: "{name}"'
        warnings.warn(message, RuntimeWarning, stacklevel=2)
        return None
    return hook(*args, **keywords)


__displayhook__ = displayhook
__breakpointhook__ = breakpointhook


def _get_cpu_count_config():
    return _processors


def _baserepl():
    import _motet_session
    _motet_session.simple()


# The encoding of standard input, and the way out of its errors.
_standard_input = "utf-8", "surrogateescape"


def __getattr__(name):
    # Standard input is made when it is first asked for: its class takes long to load.
    if name in ("stdin", "__stdin__"):
        import io
        encoding, errors = _standard_input
        file = io.open(0, "r", encoding=encoding, errors=errors, newline="\n", closefd=False)
        file.buffer.raw.name = "<stdin>"
        global stdin, __stdin__
        stdin = __stdin__ = file
        return file
    if name == "monitoring":
        import _motet_monitoring
        global monitoring
        monitoring = _motet_monitoring
        return monitoring
    if name == "_jit":
        import _motet_jit
        global _jit
        _jit = _motet_jit
        return _jit
    message = f"module 'sys' has no attribute {name!r}"
    raise AttributeError(message, name=name, obj=modules[__name__])
