# ctypes: what a simple object is made of, texts of fields, what cannot be deleted, names shown.
import ctypes


class Own(ctypes.c_int):
    pass


class Holder(ctypes.Structure):
    _fields_ = [("text", ctypes.c_char * 5), ("wide", ctypes.c_wchar * 3)]


def tell(function):
    try:
        print(function())
    except (TypeError, AttributeError) as error:
        print(type(error).__name__)


for value in None, "", 1.5, 3, True:
    tell(lambda: ctypes.c_int(value))
    tell(lambda: ctypes.c_char_p(value) if value is None else "")
tell(lambda: ctypes.c_int(1, 2))
print(repr(Own(1)).startswith("<Own object at "))
holder = Holder(b"#" * 5, "###")
holder.text = b"a\0b\0"
holder.wide = "x\0z"
print(bytes(holder)[:5], holder.wide, holder.text)
pointer = ctypes.pointer(ctypes.c_int(1))
tell(lambda: delattr(holder, "text"))
tell(lambda: delattr(pointer, "contents"))
tell(lambda: delattr((ctypes.c_char * 3)(), "value"))
tell(lambda: delattr((ctypes.c_char * 3)(), "raw"))
