# return, break and continue through finally; nested handlers; the current error.
def returns():
    for i in range(3):
        try:
            if i == 1:
                return i
        finally:
            print("finally", i)


def value_before_finally():
    x = 1
    try:
        return x
    finally:
        x = 2


def raise_in_finally():
    try:
        raise ValueError("first")
    finally:
        raise KeyError("second")


def raise_in_except():
    try:
        1 / 0
    except ZeroDivisionError:
        [][1]


def raise_in_else():
    try:
        pass
    except ValueError:
        print("never")
    else:
        raise ValueError("from else")


def handler_in_loop():
    out = []
    for x in (1, 0, "a", None):
        try:
            out.append(10 // x)
        except ZeroDivisionError:
            out.append("zero")
        except TypeError:
            out.append("type")
            if x is None:
                break
    return out


def nested():
    out = []
    try:
        try:
            raise ValueError("v")
        except KeyError:
            out.append("wrong")
        finally:
            out.append("inner finally")
    except ValueError as error:
        out.append(str(error))
        try:
            raise KeyError("k")
        except KeyError as inner:
            out.append(repr(inner.__context__))
    return out


def reraise():
    try:
        raise ValueError("original")
    except ValueError as error:
        try:
            raise KeyError("middle")
        except KeyError:
            pass
        raise


def while_else():
    n = 3
    while n:
        n -= 1
        try:
            if n == 1:
                continue
        finally:
            print("n", n)
    else:
        return "else"


for f in (returns, value_before_finally, raise_in_finally, raise_in_except, raise_in_else, handler_in_loop, nested, reraise, while_else):
    try:
        print(f.__name__, f())
    except Exception as error:
        print(f.__name__, "raised", repr(error), "context", repr(error.__context__))
try:
    raise
except RuntimeError as error:
    print(error)
