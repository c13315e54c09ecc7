"""`importlib.util.LazyLoader`: a module is executed when it is first asked for something, once, by
whichever thread; what has been set before stays."""

import importlib.abc
import importlib.machinery
import importlib.util
import sys
import threading


class Source(importlib.abc.InspectLoader):
    def __init__(self, text):
        self.text = text

    def get_source(self, name):
        return self.text


def lazy(name, text):
    spec = importlib.machinery.ModuleSpec(name, importlib.util.LazyLoader(Source(text)))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


module = lazy("one", "print('executed', __name__)\nvalue = 1\nother = 2\nimport sys\n")
print("not yet")
print(module.value, type(module).__name__, module.__spec__.name)
print(module.other)

module = lazy("two", "print('executed')\nvalue = 1\nother = 2\n")
module.value = "own"
print("set")
print(module.other, module.value)

module = lazy("three", "value = 1\n")
del module.value
print(hasattr(module, "value"), "missing" in dir(module))
try:
    lazy("four", "").missing
except AttributeError as error:
    print(error)
try:
    lazy("five", "1 / 0").value
except ZeroDivisionError as error:
    print(error)

module = lazy("six", "import sys\nsys.modules['six'] = 'another'\n")
sys.modules["six"] = module
try:
    module.value
except ValueError as error:
    print(error)

module = lazy("seven", "print('executed')\nvalue = [0]\n")
threads = [threading.Thread(target=lambda: module.value.append(1)) for _ in range(6)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(module.value)

for wrong in (object(), str):
    try:
        importlib.util.LazyLoader(wrong)
    except TypeError as error:
        print(error)
maker = importlib.util.LazyLoader.factory(Source)
print(type(maker("value = 3")).__name__)

spec = importlib.util.find_spec("colorsys")
spec.loader = importlib.util.LazyLoader(spec.loader)
module = importlib.util.module_from_spec(spec)
sys.modules["colorsys"] = module
spec.loader.exec_module(module)
print(object.__getattribute__(module, "__class__").__name__, "rgb_to_hsv" in vars(module))
print(module.rgb_to_hsv(1, 0, 0), sys.modules["colorsys"] is module)
