# list[int], int | str, and what isinstance makes of them.
def t(f):
    try:
        print(f())
    except Exception as error:
        print(type(error).__name__, error)


a = list[int]
print(a, a.__origin__, a.__args__, dict[str, list[int]], tuple[int, ...], tuple[()], type[int], set[None])
print(a == list[int], a != list[str], hash(a) == hash(list[int]), {a: 1}[list[int]], a.__parameters__)
print(a(), a((1, 2)), a.append is list.append or True, a.__name__ if hasattr(a, "__name__") else "")
t(lambda: isinstance([], list[int]))
t(lambda: issubclass(list, list[int]))
t(lambda: list[int][str])
t(lambda: int[str])


class Sub(list[int]):
    pass


print(Sub.__bases__, Sub.__orig_bases__, Sub([1]))
u = int | str
print(u, u | None, None | int, int | int, int | list[int], u.__args__, (int | str) == (str | int), hash(int | str) == hash(str | int))
print(isinstance(1, u), isinstance("s", u), isinstance(1.5, u), isinstance(None, int | None), issubclass(bool, u), issubclass(float, u))
print(isinstance(1, (str, u)), int | str | int, (int | str) | (str | float))
t(lambda: int | 5)
t(lambda: 5 | int)
t(lambda: isinstance([], int | list[int]))


class C:
    def __class_getitem__(cls, item):
        return (cls.__name__, item)


class D(C):
    pass


print(C[1], D["x"], C[1, 2], C.__class_getitem__(3))
print(C | int, C | D | None)
