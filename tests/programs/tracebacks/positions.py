# the whole error output counts
import sys


class Thing:
    value = None

    def method(self, argument):
        return self.value.missing + argument


def show(function, *arguments):
    try:
        function(*arguments)
    except Exception as error:
        sys.excepthook(type(error), error, error.__traceback__)


def binary(a, b):
    return a + b * 2


def subscript(data):
    return data["x"][0]["y"]


def call(function):
    return function(1, 2) + 3


def whole(function):
    function(1)


def assigned(function):
    result = function(1)
    return result


def several_lines(a):
    return (
        a +
        a.b
    )


def arguments_in_lines():
    whole_name(
        1,
        2,
        3,
        4,
        5,
    )


def comprehension():
    return [1 / x for x in [1, 0]]


def nested():
    def inner():
        raise ValueError("from inside")

    return inner()


def assertion(x):
    assert x == 1, "not one"


def chained(x):
    return x.a.b.c.d


def unpack():
    a, b = 5


def name():
    return len(undefined_variable)


def delete():
    d = {}
    del d["k"]


def store():
    (1)[0] = 5


def compare(a):
    return 1 < a < 3


def in_with():
    with 5 as x:
        pass


def loop():
    for x in 5:
        pass


def wide():
    return "日本" + 1


def walrus():
    return (x := 1 / 0)


show(Thing().method, 1)
show(binary, 1, "x")
show(subscript, {"x": [{}]})
show(call, 5)
show(whole, None)
show(assigned, None)
show(several_lines, 1)
show(arguments_in_lines)
show(comprehension)
show(nested)
show(assertion, 2)
show(chained, Thing())
show(unpack)
show(name)
show(delete)
show(store)
show(compare, "x")
show(in_with)
show(loop)
show(wide)
show(walrus)
