# An `UnboundLocalError` does not tell the name: no similar one is proposed.
import traceback


def unbound():
    something = 1
    print(somethong, something)
    somethong = 2


def unknown():
    something = 1
    print(somethong_else, something)


for function in (unbound, unknown):
    try:
        function()
    except NameError as error:
        print(type(error).__name__, error.name)
        print(traceback.format_exception_only(error)[-1], end="")
