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


class FileFinder:
    """Finds modules in one folder."""

    def __init__(self, path, *loader_details):
        self.path = path or "."

    def __repr__(self):
        return f"FileFinder({self.path!r})"

    def invalidate_caches(self):
        pass

    def find_spec(self, fullname, target=None):
        return _bootstrap.PathFinder.find_spec(fullname, [self.path], target)

    @classmethod
    def path_hook(cls, *loader_details):
        def path_hook_for_FileFinder(path):
            import os
            if not path.startswith("<stdlib>") and not os.path.isdir(path or "."):
                raise ImportError("only directories are supported", path=path)
            return cls(path, *loader_details)

        return path_hook_for_FileFinder


class SourcelessFileLoader(SourceFileLoader):
    """Would load a file of code without its source: there are none."""

    def exec_module(self, module):
        raise ImportError("modules without their source are not supported", path=self.path)

    def get_source(self, fullname=None):
        return None


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


if not sys.path_hooks:
    sys.path_hooks.append(FileFinder.path_hook((SourceFileLoader, SOURCE_SUFFIXES)))
