# co_consts: the docstring of a function comes first; arithmetic on whole numbers is folded.

import inspect


def documented():
    "the text"
    return 10 ** 20


def plain():
    return "text"


class Documented:
    "of the class"

    def method(self):
        "of the method"


print(documented.__code__.co_consts, documented.__code__.co_flags & 0x4000000 != 0)
print("text" in plain.__code__.co_consts, plain.__code__.co_flags & 0x4000000)
print(Documented.method.__code__.co_consts[0], Documented.__doc__)
print(documented.__doc__, inspect.getdoc(Documented.method), (lambda: 1).__doc__)
changed = documented.__code__.replace(co_name="other")
print(changed.co_consts == documented.__code__.co_consts)
for source in ("10 ** 20", "2 ** 64", "-2 ** 63", "1 << 70", "2 ** 63 - 1", "2 ** 63",
               "9223372036854775807 + 1", "-9223372036854775807 - 2", "4294967296 * 4294967296",
               "3 ** 80", "(-7) ** 30", "1 << 0", "0 << 70"):
    code = compile(source, "<text>", "eval")
    print(source, eval(code), any(value == eval(source) for value in code.co_consts)
          or abs(eval(source)) < 256)
