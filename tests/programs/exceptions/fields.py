# What exceptions keep beside their arguments, and what may become of both.
import copy
import pickle


def told(action):
    try:
        print(action())
    except Exception as error:
        print(type(error).__name__, error)


class Plain(OSError):
    pass


class ByInit(OSError):
    def __init__(self, name, *rest):
        super().__init__(*rest)
        self.extra = name


class ByNew(OSError):
    def __new__(cls, *args):
        return super().__new__(cls, *args[1:])

    def __init__(self, *args):
        super().__init__("ignored")


for error in (
    OSError(), OSError(1), OSError(2, "x"), OSError(2, "x", "file"),
    OSError(2, "x", "file", None, "other"), OSError("a", "b", "c"), OSError(1, 2, 3, 4, 5, 6),
    OSError(2, "x", None), Plain(13, "no", "f"), ByInit("n"), ByInit("n", 2, "x", "file"),
    ByNew("n", 2, "x", "f"), FileNotFoundError(2, "x", "f"), BlockingIOError(11, "later", 5),
):
    print(type(error).__name__, error.args, error.errno, error.strerror, error.filename,
          error.filename2, str(error))
    again = copy.copy(error) if not isinstance(error, (ByInit, ByNew)) else error
    print("  ", again.args, again.filename, again.filename2)
told(lambda: BlockingIOError(11, "later", 5).characters_written)
print(hasattr(BlockingIOError(11, "later"), "characters_written"))

error = Exception("a")
told(lambda: setattr(error, "args", 1))
error.args = ["b", "c"]
print(error.args)
for name in ("args", "__traceback__", "__cause__", "__context__"):
    told(lambda: delattr(error, name))

error.add_note("first")
told(lambda: error.add_note(42))
print(error.__notes__)
error.__notes__ = 42
told(lambda: error.add_note("more"))

error = ValueError("x")
told(lambda: error.__setstate__(42))
told(lambda: error.__setstate__({1: 2}))
error.__setstate__(None)
error.__setstate__({"a": 1, "args": ("y",)})
print(error.a, error.args)

error = pickle.loads(pickle.dumps(ImportError("no", name="module", path="place")))
print(error.args, error.name, error.path)
error = copy.copy(ImportError("no"))
print(error.args, error.name, error.path)
