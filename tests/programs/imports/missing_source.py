# What a loader says of a file that is not there, or that it may not read as a file.
import importlib.util
from importlib.machinery import SourceFileLoader

for path in "/nowhere/missing.py", "/dev/null/module.py", "/":
    for what in (
        lambda: SourceFileLoader("missing", path).get_data(path),
        lambda: SourceFileLoader("missing", path).get_code("missing"),
        lambda: importlib.util.spec_from_file_location(
            "missing", path, loader=SourceFileLoader("missing", path)
        ).loader.load_module("missing"),
    ):
        try:
            what()
        except OSError as error:
            print(type(error).__name__, error.errno, error.strerror, error.filename, error)
spec = importlib.util.spec_from_file_location("missing", "/nowhere/missing.py")
module = importlib.util.module_from_spec(spec)
try:
    spec.loader.exec_module(module)
except FileNotFoundError as error:
    print(error)
