"""Finders and loaders."""

import sys

import _frozen_importlib as _bootstrap
from _frozen_importlib import BuiltinImporter, FrozenImporter, ModuleSpec, NamespaceLoader
from _frozen_importlib import PathFinder
from _frozen_importlib import FileFinder, SourceFileLoader

SOURCE_SUFFIXES = [".py"]
BYTECODE_SUFFIXES = [".pyc"]
DEBUG_BYTECODE_SUFFIXES = OPTIMIZED_BYTECODE_SUFFIXES = BYTECODE_SUFFIXES
EXTENSION_SUFFIXES = []


def all_suffixes():
    return SOURCE_SUFFIXES + BYTECODE_SUFFIXES + EXTENSION_SUFFIXES


class SourcelessFileLoader(SourceFileLoader):
    """Loads a file of code that `py_compile` has written, without its source."""

    def get_code(self, fullname):
        import _frozen_importlib_external as _bootstrap_external
        import _imp

        content = _imp.file_content(self.path)
        details = {"name": fullname, "path": self.path}
        _bootstrap_external._classify_pyc(content, fullname, details)
        return _bootstrap_external._compile_bytecode(
            memoryview(content)[16:], name=fullname, bytecode_path=self.path
        )

    def exec_module(self, module):
        exec(self.get_code(module.__name__), module.__dict__)

    def get_source(self, fullname=None):
        return None

    def is_package(self, fullname=None):
        return self.path.rpartition("/")[2] == "__init__.pyc"


class ExtensionFileLoader(SourcelessFileLoader):
    """Would load a library of machine code."""

    def create_module(self, spec):
        raise ImportError("extension modules are not supported", name=spec.name, path=self.path)


class AppleFrameworkLoader(ExtensionFileLoader):
    """Would load a library from a framework of Apple's."""


class WindowsRegistryFinder:
    """Would ask another system's registry, which is not here."""

    @classmethod
    def find_spec(cls, fullname, path=None, target=None):
        return None
