# The finders and loaders that importlib names are there, its abstract classes know them.
import importlib.abc
import importlib.machinery as machinery
import zipimport

print(machinery.FrozenImporter.find_spec("json"))
print(issubclass(machinery.BuiltinImporter, importlib.abc.MetaPathFinder))
print(issubclass(machinery.SourceFileLoader, importlib.abc.SourceLoader))
print(issubclass(machinery.FrozenImporter, importlib.abc.InspectLoader))
for ask in (machinery.FrozenImporter.get_code, machinery.FrozenImporter.is_package):
    try:
        ask("no_such_module")
    except ImportError as error:
        print(error, error.name)


class Finder(importlib.abc.MetaPathFinder):
    def find_spec(self, fullname, path, target=None):
        if fullname == "made_here":
            return machinery.ModuleSpec(fullname, Loader(), origin="here")


class Loader(importlib.abc.Loader):
    def exec_module(self, module):
        module.value = 42


import sys

sys.meta_path.insert(0, Finder())
import made_here

print(made_here.value, made_here.__spec__.origin)
try:
    zipimport.zipimporter("/no/such.zip")
except zipimport.ZipImportError as error:
    print("no such file" if "not a Zip file" in str(error) else error)
