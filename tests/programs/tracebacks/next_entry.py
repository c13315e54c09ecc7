# The chain of a traceback can be changed.
def inner():
    raise ValueError("here")


def outer():
    inner()


def names(entry):
    found = []
    while entry is not None:
        found.append(entry.tb_frame.f_code.co_name)
        entry = entry.tb_next
    return found


try:
    outer()
except ValueError as error:
    entry = error.__traceback__
    print(names(entry))
    entry.tb_next = entry.tb_next.tb_next
    print(names(entry))
    for change in 1, entry:
        try:
            entry.tb_next.tb_next = change
        except (TypeError, ValueError) as refused:
            print(type(refused).__name__, refused)
    try:
        del entry.tb_next
    except TypeError as refused:
        print(refused)
    try:
        entry.tb_lineno = 3
    except AttributeError as refused:
        print(refused)
    entry.tb_next = None
    print(names(entry), names(error.__traceback__))
