"""The functions of the importer of files, under the name that the library's `zipimport` imports."""

import sys

import _frozen_importlib
from importlib import _bootstrap_external

_bootstrap_external._set_bootstrap_module(_frozen_importlib)
sys.modules[__name__] = _bootstrap_external
