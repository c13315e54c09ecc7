# The names that relative imports begin at, wrong arguments, and what messages advise.
import os
import subprocess
import sys
import tempfile
import types
import warnings

folder = os.path.realpath(tempfile.mkdtemp())


def write(name, text):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)


def plain(text):
    return str(text).replace(folder, "FOLDER")


def tell(call, *arguments, **keywords):
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        try:
            print(call(*arguments, **keywords).__name__)
        except Exception as error:
            print(type(error).__name__, plain(error))
    for warning in told:
        print("   ", warning.category.__name__, warning.message)


class Spec:
    def __init__(self, parent):
        self.parent = parent


# The function.
tell(__import__, "x", level=1)
tell(__import__, "x", 5, level=1)
tell(__import__, "x", {}, level=1)
tell(__import__, "x", {"__name__": 5}, level=1)
tell(__import__, "x", {"__package__": 5}, level=1)
tell(__import__, "x", {"__package__": ""}, level=1)
tell(__import__, "x", {"__spec__": Spec(5)}, level=1)
tell(__import__, "decoder", {"__spec__": Spec("json")}, None, ["x"], 1)
tell(__import__, "decoder", {"__package__": "json", "__spec__": Spec("other")}, None, ["x"], 1)
tell(__import__, "decoder", {"__name__": "json", "__path__": []}, None, ["x"], 1)
tell(__import__, "decoder", {"__name__": "json.encoder"}, None, ["x"], 1)
tell(__import__, "x", level=-1)
tell(__import__, "")
tell(__import__, 5)
tell(__import__, "no\udcffsuch")

# The statement, in the variables of a dict.
for variables in (
    {"__package__": object()}, {"__package__": "", "__name__": "a.b"}, {"__name__": 5},
    {"__spec__": Spec("json")}, {"__spec__": Spec(5)}, {"__package__": None, "__spec__": Spec("json")},
):
    def statement():
        exec("from .decoder import JSONDecoder as found", variables)
        return variables["found"].__name__

    try:
        print(statement())
    except Exception as error:
        print(type(error).__name__, error)

# All names of a module.
wrong = sys.modules["wrong_all"] = types.ModuleType("wrong_all")
wrong.__all__ = [b"bytes"]
for text in "from wrong_all import *", "from wrong_all import nothing":
    try:
        exec(text)
    except Exception as error:
        print(type(error).__name__, error)
print([getattr(error, field) for error in [sys.exception() or ImportError("m", name="n", path="p", name_from="f")]
       for field in ("name", "path", "name_from", "msg")])

# A package whose module imports it back, and fails.
sys.path.insert(0, folder)
write("back/__init__.py", "import back.inner\nraise ZeroDivisionError('later')\n")
write("back/inner.py", "")
for _ in range(2):
    try:
        import back.inner
    except ZeroDivisionError as error:
        print(error, "back" in sys.modules, "back.inner" in sys.modules)
write("ring/__init__.py", "from . import one\n")
write("ring/one.py", "import ring.two\n")
write("ring/two.py", "import ring.one\nring.one.missing_yet\n")
try:
    import ring
except AttributeError as error:
    print(plain(error))
write("plain_ring.py", "import plain_ring\nplain_ring.later\n")
try:
    import plain_ring
except AttributeError as error:
    print(plain(error))


# Modules beside the program that hide others.
def run(name, text):
    write(name, text)
    done = subprocess.run([sys.executable, os.path.join(folder, name)], capture_output=True, text=True)
    print(plain(done.stderr.splitlines()[-1] if done.stderr else done.stdout))


write("fractions.py", "")
run("uses_attribute.py", "import fractions\nfractions.Fraction\n")
run("uses_name.py", "from fractions import Fraction\n")
write("numbers_of_mine.py", "import numbers_of_mine\nnumbers_of_mine.array\n")
run("uses_mine.py", "import numbers_of_mine\n")
write("names_of_mine.py", "from names_of_mine import array\n")
run("uses_names.py", "import names_of_mine\n")
run("hides_nothing.py", "import json\njson.nothing\n")

# The files of modules that a relative path leads to are named in full.
write("below/file.py", "")
write("below/package/__init__.py", "")
os.chdir(folder)
sys.path.insert(0, "")
import below.file
sys.path[0] = "below"
import file, package
print(plain(below.file.__file__), plain(file.__file__), plain(package.__path__))
sys.path[0] = "./below"
del sys.modules["file"]
import file
print(plain(file.__file__))
