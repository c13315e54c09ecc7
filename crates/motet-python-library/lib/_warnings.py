"""The part of `warnings` for the import system: the functions of `_py_warnings`, in Python.

The functions by which CPython's own module locks its filters are not here: `warnings` then uses
its Python parts throughout.
"""

from _py_warnings import _warnings_context, filters, warn, warn_explicit
from _py_warnings import defaultaction as _defaultaction
from _py_warnings import onceregistry as _onceregistry
