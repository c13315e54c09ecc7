# Custom classes, hierarchy, attributes, chaining.
class AppError(Exception):
    pass


class NotFound(AppError):
    def __init__(self, name, code=404):
        super().__init__(f"{name} not found")
        self.name = name
        self.code = code


class Odd(AppError):
    def __str__(self):
        return "odd as str"


def attempt(function):
    try:
        function()
    except NotFound as error:
        print("NotFound", error, error.name, error.code, error.args)
    except AppError as error:
        print("AppError", type(error).__name__, error, repr(error))
    except Exception as error:
        print("other", type(error).__name__, error)


def raiser(error):
    def function():
        raise error

    return function


attempt(raiser(NotFound("page")))
attempt(raiser(Odd("hidden")))
attempt(raiser(AppError("plain")))
attempt(raiser(ArithmeticError("math")))
attempt(raiser(AppError))


def chained():
    try:
        {}["key"]
    except KeyError as cause:
        raise AppError("wrapped") from cause


try:
    chained()
except AppError as error:
    print(error, repr(error.__cause__), error.__cause__ is error.__context__)
try:
    try:
        1 // 0
    except ZeroDivisionError:
        raise ValueError("second")
except ValueError as error:
    print(error, type(error.__context__).__name__, error.__cause__)
try:
    raise ValueError("hidden context") from None
except ValueError as error:
    print(error.__cause__, error.__suppress_context__)
print(issubclass(KeyError, LookupError), issubclass(ZeroDivisionError, ArithmeticError), issubclass(Exception, BaseException))
print(issubclass(SystemExit, Exception), issubclass(KeyboardInterrupt, Exception), issubclass(RecursionError, RuntimeError))
