from _sys import *

class _Namespace:
    pass

implementation = _Namespace()
implementation.name = "motet"
implementation.cache_tag = None
flags = _Namespace()
flags.optimize = 0
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
