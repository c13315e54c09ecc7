# A field of an f-string asks an instance of a class below str how it is shown.
class Plain(str):
    pass


class Shown(str):
    def __str__(self):
        return "shown"


class Formatted(str):
    def __format__(self, spec):
        return f"<{spec}>"


for value in (Plain("a"), Shown("b"), Formatted("c")):
    texts = [f"{value}", f"{value!s}", f"{value!r}", f"-{value}-", f"{value:>3}", "{}".format(value), "%s" % value]
    print(texts, [type(text) is str for text in texts])
