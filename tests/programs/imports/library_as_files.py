# The library is files to a program that looks: sources, lists of folders, walks over packages.
import inspect
import json
import json.decoder
import linecache
import os
import pathlib
import pkgutil
import subprocess
import sys
import tempfile
import tokenize

folder = os.path.dirname(os.__file__)
print(os.path.isabs(folder), os.path.isdir(folder), os.path.abspath(json.__file__) == json.__file__)
print({"os.py", "json", "re", "asyncio"} <= set(os.listdir(folder)))
print(sorted(name for name in os.listdir(os.path.dirname(json.__file__)) if name.endswith(".py")))
print(sorted(entry.name for entry in os.scandir(os.path.dirname(json.__file__)) if entry.is_file()))

# The source of a module, a class, a function.
source = inspect.getsource(json)
print(source.splitlines()[0][:40], len(source) > 10_000)
print(inspect.getsourcelines(json.JSONDecoder)[0][0].strip(), inspect.getsourcefile(json) == json.__file__)
print(inspect.getsource(json.loads).splitlines()[0])
line = inspect.getsourcelines(json.loads)[1]
print(linecache.getline(json.__file__, line).rstrip())
print(inspect.getdoc(json.loads).splitlines()[0][:50])

# As files.
with open(json.__file__) as file:
    print(file.read() == source)
with tokenize.open(json.decoder.__file__) as file:
    print(file.readline().strip())
path = pathlib.Path(json.__file__)
print(path.exists(), path.parent.name, path.resolve().read_text() == source, path.stat().st_size > 0)
print(os.access(folder, os.R_OK), os.path.exists(os.path.join(folder, "no_such_module.py")))
print(os.path.isfile(os.fsencode(json.__file__)))
try:
    open(os.path.join(folder, "no_such_module.py"))
except FileNotFoundError as error:
    print(error.filename == os.path.join(folder, "no_such_module.py"), error.strerror)

# Walks.
names = {module.name for module in pkgutil.iter_modules()}
print({"json", "re", "asyncio", "heapq"} <= names)
print(sorted(module.name for module in pkgutil.iter_modules(json.__path__)))
print(all(kind == 0 or name for name, kind in [(m.name, m.ispkg) for m in pkgutil.walk_packages(json.__path__, "json.")]))
print(pkgutil.get_data("json", "__init__.py").decode() == source)

# In another process, which begins without such files, beside others that do the same.
with tempfile.TemporaryDirectory() as caches:
    program = "import inspect, json; print(inspect.getsource(json.dumps).splitlines()[0])"
    settings = {**os.environ, "XDG_CACHE_HOME": caches}
    running = [
        subprocess.Popen([sys.executable, "-c", program], env=settings, stdout=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    print([process.communicate()[0].strip()[:11] for process in running])
