# `__mro_entries__` of the object itself counts; annotations of a class can be replaced.
def stands_for_list(*arguments):
    raise RuntimeError


stands_for_list.__mro_entries__ = lambda bases: (list,)


class Below(stands_for_list):
    pass


print(Below.__mro__[1], Below.__orig_bases__ == (stands_for_list,), Below([1]))
try:

    class Wrong(len):
        pass

except TypeError as error:
    print(type(error).__name__)
