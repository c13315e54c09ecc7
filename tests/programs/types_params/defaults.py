# Defaults of type parameters.
def function[T = int, *Ts = (), **P = [str]]():
    return T, Ts, P


T, Ts, P = function()
print(T.__default__, T.has_default(), P.__default__)


type Alias[T = undefined] = list[T]
try:
    Alias.__type_params__[0].__default__
except NameError as error:
    print(error)


def check(source):
    try:
        exec(source)
        print("fine")
    except SyntaxError as error:
        print(error.msg)


check("def f[T, T](): pass")
check("def f[T = int, U](): pass")
check("class A[T, T]: pass")
check("type X[T = int, U] = 3")
check("def f[T](): pass")
