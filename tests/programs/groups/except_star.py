# `except*`: what each clause gets, what goes on.
def run(make, *clauses):
    try:
        try:
            raise make()
        except* ValueError as group:
            print("  ValueError", [repr(one) for one in group.exceptions])
            if "raise" in clauses:
                raise KeyError("new")
            if "again" in clauses:
                raise
        except* (TypeError, OSError) as group:
            print("  TypeError, OSError", repr(group))
        except* ZeroDivisionError:
            print("  ZeroDivisionError")
        else:
            print("  else")
        finally:
            print("  finally")
    except BaseException as error:
        print("  left:", repr(error), repr(error.__cause__), repr(error.__context__))
    try:
        print(group)
    except UnboundLocalError as error:
        print(" ", error)


print("all kinds")
run(lambda: ExceptionGroup("g", [ValueError(1), TypeError(2), ValueError(3)]))
print("rest goes on")
run(lambda: ExceptionGroup("g", [ValueError(1), KeyError(2)]))
print("naked")
run(lambda: ValueError("naked"))
print("naked, not matched")
run(lambda: KeyError("naked"))
print("nested")
run(lambda: ExceptionGroup("o", [ExceptionGroup("i", [ValueError(1), KeyError(2)]), OSError(3)]))
print("raised in a clause")
run(lambda: ExceptionGroup("g", [ValueError(1), KeyError(2)]), "raise")
print("raised again")
run(lambda: ExceptionGroup("g", [ValueError(1), KeyError(2)]), "again")
print("naked, raised in a clause")
run(lambda: ValueError("naked"), "raise")
print("base exceptions")
run(lambda: BaseExceptionGroup("b", [KeyboardInterrupt(), ValueError(1)]))

try:
    try:
        pass
    except* ValueError:
        print("not here")
    else:
        print("else runs")
finally:
    print("finally runs")


def check(function):
    try:
        function()
    except Exception as error:
        print(type(error).__name__, error)


def catches_group():
    try:
        raise ValueError
    except* ExceptionGroup:
        pass


def catches_nonsense():
    try:
        raise ValueError
    except* 5:
        pass


check(catches_group)
check(catches_nonsense)


def loop():
    seen = []
    for error in [ValueError(1), TypeError(2), ExceptionGroup("x", [ValueError(3), TypeError(4)])]:
        try:
            try:
                raise error
            except* ValueError as group:
                for one in group.exceptions:
                    if one.args == (3,):
                        continue
                    seen.append(one.args)
                    break
        except Exception as rest:
            seen.append(repr(rest))
    return seen


print(loop())


def contexts():
    try:
        raise ExceptionGroup("g", [ValueError(1)])
    except* ValueError as group:
        try:
            raise TypeError("inner")
        except TypeError as error:
            print(error.__context__ is group)


contexts()
import sys

try:
    raise ExceptionGroup("g", [ValueError(1), TypeError(2)])
except* ValueError as group:
    print(sys.exception() is group)
except* TypeError as group:
    print(repr(sys.exception()))
print(sys.exception())
