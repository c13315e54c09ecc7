# `modulefinder` reads what a script imports from its operations.
import dis
import os
import tempfile
from modulefinder import ModuleFinder

FILES = {
    "main.py": "import alpha, beta.inner\nfrom beta import name, other as renamed\ndef later():\n    import gamma\n    from missing import thing\n",
    "alpha.py": "import beta.second as second\nx = 1\ndef f():\n    global y\n    y = 2\n",
    "beta/__init__.py": "from .inner import value\nname = other = 3\n",
    "beta/inner.py": "from . import second\nfrom ..nowhere import *\nvalue = 4\n",
    "beta/second.py": "class Local:\n    z = 1\n",
    "gamma.py": "from alpha import *\nimport absent.part\n",
}

with tempfile.TemporaryDirectory() as folder:
    for name, text in FILES.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write(text)
    finder = ModuleFinder(path=[folder])
    finder.run_script(os.path.join(folder, "main.py"))
    for name, module in sorted(finder.modules.items()):
        print(name, os.path.relpath(module.__file__, folder), sorted(module.globalnames))
    missing, maybe = finder.any_missing_maybe()
    print(sorted(missing), sorted(maybe), sorted((name, sorted(by)) for name, by in finder.badmodules.items()))

for name, text in FILES.items():
    code = compile(text, name, "exec")
    print(name, list(dis._find_imports(code)), list(dis._find_store_names(code)))
    for inner in code.co_consts:
        if hasattr(inner, "co_code") and inner.co_name != "Local":
            print(inner.co_name, list(dis._find_imports(inner)), list(dis._find_store_names(inner)))
