# Modules in zip archives, archives as programs, modules of code without source, hooks of a path.
import importlib.resources
import importlib.util
import os
import py_compile
import subprocess
import sys
import tempfile
import zipapp
import zipfile
import zipimport

folder = tempfile.mkdtemp()
archive = os.path.join(folder, "parts.zip")


def plain(text):
    return str(text).replace(os.path.realpath(folder), "FOLDER").replace(folder, "FOLDER")


with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as parts:
    parts.writestr("single.py", "VALUE = 1\ndef fails():\n    raise ValueError('of an archive')\n")
    parts.writestr("package/__init__.py", "'A package.'\nfrom . import inner\n")
    parts.writestr("package/inner.py", "NAME = __name__\n")
    parts.writestr("package/data.txt", "some text\n")
    parts.writestr("spaces/below.py", "WORD = 'below'\n")
    parts.writestr("wrong.py", "def (:\n")
    parts.writestr("deep/modules/nested.py", "X = 2\n")
sys.path.insert(0, archive)
import package
import single
from spaces import below

print(plain(single.__file__), plain(single.__loader__), single.VALUE, single.__spec__.name)
print(plain(package.__path__), package.inner.NAME, package.__doc__, package.__package__)
print(below.WORD, type(sys.path_importer_cache[archive]) is zipimport.zipimporter)
print(package.__loader__.get_data(os.path.join(archive, "package", "data.txt")))
print(importlib.resources.files("package").joinpath("data.txt").read_text())
try:
    single.fails()
except ValueError as error:
    print(error, plain(error.__traceback__.tb_next.tb_frame.f_code.co_filename))
try:
    import wrong
except SyntaxError as error:
    print(type(error).__name__, plain(error.filename), error.lineno)
try:
    import not_there
except ModuleNotFoundError as error:
    print(error)
sys.path.insert(0, os.path.join(archive, "deep", "modules"))
import nested

print(nested.X, plain(nested.__file__))
importer = zipimport.zipimporter(archive)
print(importer.is_package("package"), importer.find_spec("nothing"), plain(importer.find_spec("single").origin))
print(importer.get_source("single").splitlines()[0])
for wrong in (folder, os.path.join(folder, "none.zip")):
    try:
        zipimport.zipimporter(wrong)
    except zipimport.ZipImportError as error:
        print(type(error).__name__, plain(error))

# Programs.
source = os.path.join(folder, "source")
os.mkdir(source)
with open(os.path.join(source, "__main__.py"), "w") as file:
    file.write("import sys, helper\nprint(__name__, __file__[-20:], sys.argv[1:], helper.WORD, __spec__.name, __package__ == '')\n")
with open(os.path.join(source, "helper.py"), "w") as file:
    file.write("WORD = 'helps'\n")
program = os.path.join(folder, "program.pyz")
zipapp.create_archive(source, program, interpreter="/usr/bin/env python3")


def run(*arguments, **environment):
    done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, cwd=folder,
                          env={**os.environ, **environment})
    return done.returncode, plain(done.stdout), plain(done.stderr).splitlines()[-1:]


print(run("program.pyz", "a", "b"))
print(run("-m", "single", PYTHONPATH=archive))
print(run("-c", "import nested; print(nested.X)", PYTHONPATH=os.path.join(archive, "deep", "modules")))
status, out, error = run("parts.zip")
print(status, out, "can't find '__main__' module in" in error[0])

# Code without its source.
kept = os.path.join(folder, "kept")
os.makedirs(os.path.join(kept, "bundle"))
for name, text in (("alone.py", "def double(x):\n    return 2 * x\n"), ("bundle/__init__.py", "A = 5\n")):
    path = os.path.join(kept, name)
    with open(path, "w") as file:
        file.write(text)
    py_compile.compile(path, cfile=path + "c", doraise=True)
    os.remove(path)
with open(os.path.join(kept, "damaged.pyc"), "wb") as file:
    file.write(b"no code at all, but long enough")
sys.path.insert(0, kept)
import alone
import bundle

print(alone.double(4), plain(alone.__file__), type(alone.__loader__).__name__, bundle.A, plain(bundle.__path__))
try:
    import damaged
except ImportError as error:
    print(str(error).partition("'")[0], error.name)

# Hooks.
seen = []


class Finder:
    def __init__(self, entry):
        if not entry.startswith("made:"):
            raise ImportError
        self.entry = entry

    def find_spec(self, name, target=None):
        seen.append((self.entry, name))
        if name == "invented":
            return importlib.util.spec_from_loader(name, self)

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        module.value = self.entry


sys.path_hooks.append(Finder)
sys.path.insert(0, "made:here")
import invented

print(invented.value, seen, type(sys.path_importer_cache["made:here"]).__name__)
print(importlib.util.spec_from_loader("x", Finder("made:y")).submodule_search_locations)
print(importlib.util.spec_from_file_location("x", "/some/thing.unknown"), importlib.util.spec_from_file_location("x", "/some/x.py").origin)
