# `pow` with three arguments asks the classes of the program; views show what they view.


class Number(int):
    def __pow__(self, other, modulus=None):
        return "pow", int(self), int(other), modulus


class Own:
    def __pow__(self, other, modulus=None):
        if modulus == 0:
            return NotImplemented
        return "own", other, modulus


def told(action):
    try:
        print(action())
    except Exception as error:
        print(type(error).__name__, error)


told(lambda: pow(Number(2), 3, 5))
told(lambda: pow(Number(2), 3))
told(lambda: pow(Own(), 3, 5))
told(lambda: pow(Own(), 3))
told(lambda: pow(2, 3, 5))
told(lambda: pow(2, 3.0, 5))
try:
    pow(Own(), 3, 0)
except TypeError:
    print("TypeError")

table = {"a": 1}
for view in (table.keys(), table.values(), table.items()):
    print(view.mapping, view.mapping == table)
    try:
        view.mapping["b"] = 2
    except TypeError as error:
        print(error)
table["b"] = 2
print(view.mapping)
