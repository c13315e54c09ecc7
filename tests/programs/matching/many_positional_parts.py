# A class pattern has any number of positional parts.
COUNT = 300
MATCHED = ", ".join(f"x{index}" for index in range(COUNT))
PROGRAM = f"""
class Wide:
    __match_args__ = tuple(f"a{{index}}" for index in range({COUNT}))

    def __init__(self, extra):
        self.extra = extra
        for index in range({COUNT}):
            setattr(self, f"a{{index}}", index)


def matched(value):
    match value:
        case Wide({MATCHED}, extra=extra):
            return x0, x254, x255, x256, x{COUNT - 1}, extra
        case _:
            return None


def narrow(value):
    match value:
        case int({MATCHED}):
            return True


class Few:
    __match_args__ = ("a",)


def few(value):
    match value:
        case Few({MATCHED}):
            return True
"""
space = {}
exec(PROGRAM, space)
print(space["matched"](space["Wide"]("more")), space["matched"](1))
for function, value in ((space["narrow"], 1), (space["few"], space["Few"]())):
    try:
        print(function(value))
    except TypeError as error:
        print(error)
