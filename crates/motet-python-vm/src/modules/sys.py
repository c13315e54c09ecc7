from _sys import *
from _sys import _getframe, _is_gil_enabled, _library_names
import _frozen_importlib

meta_path = _frozen_importlib._finders
path_hooks = []
path_importer_cache = {}
stdlib_module_names = frozenset(_library_names + builtin_module_names)
del _library_names, _frozen_importlib
dont_write_bytecode = True
warnoptions = []
_xoptions = {}
orig_argv = list(argv)
maxunicode = 0x10ffff
float_repr_style = "short"
api_version = 1013
prefix = base_prefix = exec_prefix = base_exec_prefix = ""
platlibdir = "lib"
pycache_prefix = None
tracebacklimit = 1000
del tracebacklimit
__excepthook__ = excepthook
__stdout__ = stdout
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


def gettrace():
    return None


def settrace(function):
    pass


def getprofile():
    return None


def setprofile(function):
    pass


def is_finalizing():
    return False


def exception():
    return exc_info()[1]


def get_int_max_str_digits():
    return 4300


class _Namespace:
    pass

implementation = _Namespace()
implementation.name = "motet"
implementation.cache_tag = None
flags = _Namespace()
for _name in (
    "debug inspect interactive optimize dont_write_bytecode no_user_site no_site ignore_environment "
    "verbose bytes_warning quiet hash_randomization isolated safe_path warn_default_encoding"
).split():
    setattr(flags, _name, 0)
flags.dev_mode = False
flags.utf8_mode = 1
flags.int_max_str_digits = 4300
flags.gil = 0
flags.thread_inherit_context = 1
flags.context_aware_warnings = 1
del _name
float_info = _Namespace()
float_info.max = 1.7976931348623157e+308
float_info.min = 2.2250738585072014e-308
float_info.epsilon = 2.220446049250313e-16
float_info.dig = 15
hexversion = 0x030e00f0
byteorder = "little"
platform = "linux"
copyright = ""
del _Namespace


def __getattr__(name):
    # Standard input is made when it is first asked for: its class takes long to load.
    if name in ("stdin", "__stdin__"):
        import io
        file = io.open(0, "r", encoding="utf-8", errors="surrogateescape", closefd=False)
        global stdin, __stdin__
        stdin = __stdin__ = file
        return file
    if name == "monitoring":
        import _motet_monitoring
        global monitoring
        monitoring = _motet_monitoring
        return monitoring
    raise AttributeError(f"module 'sys' has no attribute {name!r}")
