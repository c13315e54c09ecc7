# Functions of sys that programs rarely call, and the classes of its records.
import io
import subprocess
import sys
import types

for code in ((42,), (1, 2), (), 7, None):
    try:
        sys.exit(code)
    except SystemExit as error:
        print(error.code, error.args)


class Text(str):
    pass


for value in ("text", Text("text"), 5):
    try:
        print(sys.intern(value))
    except TypeError as error:
        print(error)

sys.stderr, kept = io.StringIO(), sys.stderr
try:
    raise ValueError("shown")
except ValueError as error:
    sys.__excepthook__(type(error), error, error.__traceback__.tb_next)
shown, sys.stderr = sys.stderr, kept
print(shown.getvalue().splitlines()[-1])

sys.stdout, kept = None, sys.stdout
try:
    sys.__displayhook__(42)
except RuntimeError as error:
    message = str(error)
sys.stdout = kept
print(message)

print(len(sys.flags), sys.flags.warn_default_encoding, sys.flags[-1] == sys.flags.int_max_str_digits)
for record in (sys.flags, sys.version_info):
    try:
        type(record)(record)
    except TypeError as error:
        print(error)

print(sys._getframemodulename(), sys._getframemodulename(1000))
flags = sys.getdlopenflags()
sys.setdlopenflags(flags + 1)
print(sys.getdlopenflags() - flags)
sys.setdlopenflags(flags)


class Sized:
    def __init__(self, size):
        self.size = size

    def __sizeof__(self):
        return self.size


for size in ("text", -1):
    try:
        sys.getsizeof(Sized(size))
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
print(sys.getsizeof(Sized("text"), "default"))
print(sys.getsizeof([1] * 1000) > sys.getsizeof([]), sys.getsizeof("a" * 1000) >= 1000)
print(sys.getsizeof(dict.fromkeys(range(1000))) > 8000, [].__sizeof__() > 0)

TEXT = """
import sys
class Late:
    def __del__(self):
        print(sys.is_finalizing())
late = Late()
print(sys.is_finalizing())
"""
print(subprocess.run([sys.executable, "-c", TEXT], capture_output=True, text=True).stdout)

space = types.SimpleNamespace({"first": 1}, second=2)
space.itself = space
print(space, space == types.SimpleNamespace(first=1), space != 5)


class Space(types.SimpleNamespace):
    pass


print(Space(a=1), Space([("a", 1)]).__replace__(a=2, b=3), space.__eq__(3))
try:
    types.SimpleNamespace({1: 2})
except TypeError as error:
    print(error)
print(classmethod(len), staticmethod(len), classmethod(classmethod(1)))
