# Parts of a Unicode error that are deleted, also while its text is made.
import inspect


class Evil(str):
    def __str__(self):
        del error.object
        return "utf-8"


for cls, arguments in (
    (UnicodeEncodeError, ("utf-8", "x", 0, 1, "r")), (UnicodeDecodeError, ("utf-8", b"x", 0, 1, "r")),
    (UnicodeTranslateError, ("x", 0, 1, "r")),
):
    for name in "reason", "object":
        error = cls(*arguments)
        delattr(error, name)
        print(repr(str(error)), getattr(error, name))
    error = cls(*arguments)
    error.reason = Evil("text")
    try:
        print(str(error))
    except TypeError as refused:
        print(refused)
# The functions behind attributes of built-in classes tell where they are.
for member in int.real, int.to_bytes, int().to_bytes, OSError.errno:
    inspect.getdoc(member)
