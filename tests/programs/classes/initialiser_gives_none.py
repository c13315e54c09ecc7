# `__init__` gives None, however the instance comes to be.


class Wrong:
    def __init__(self, value):
        self.value = value
        return value


class WrongList(list):
    def __init__(self):
        return 5


class Right:
    def __init__(self, value=None):
        self.value = value
        return None


class Sub(Wrong):
    pass


def told(action):
    try:
        print(action())
    except TypeError as error:
        print("TypeError", error)


for _ in range(3):
    told(lambda: Wrong(3))
    told(lambda: Wrong("text"))
    told(lambda: Wrong(None).value)
    told(lambda: Sub(3))
    told(lambda: Right(4).value)
    told(lambda: WrongList())


def many(count):
    wrong = 0
    for number in range(count):
        try:
            made = Wrong(number if number % 10 == 0 else None)
        except TypeError:
            wrong += 1
        else:
            assert made.value is None
    return wrong


print(many(500))
