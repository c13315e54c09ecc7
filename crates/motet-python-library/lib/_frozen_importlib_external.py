"""The importer of files: CPython's own, with the finders and loaders of this machine."""

import sys

import _frozen_importlib
import _imp

# (Tracebacks do not show its calls.)
_imp.load_source(sys.modules[__name__], "/<stdlib>/importlib/_bootstrap_external.py", True)()
_set_bootstrap_module(_frozen_importlib)
_frozen_importlib._bootstrap_external = sys.modules[__name__]

# What those of the machine take of CPython's.
_FileFinder = FileFinder
_SourceFileLoader = SourceFileLoader

from _frozen_importlib import FileFinder, NamespaceLoader, PathFinder, SourceFileLoader
from _frozen_importlib import _NamespacePath, spec_from_file_location

_NamespaceLoader = NamespaceLoader
