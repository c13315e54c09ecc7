# try, except, else, finally in all orders.
def run(action):
    log = []
    try:
        log.append("try")
        if action == "value":
            raise ValueError("v")
        if action == "key":
            raise KeyError("k")
        if action == "return":
            return log
        log.append("end of try")
    except ValueError as error:
        log.append("ValueError " + str(error))
    except (KeyError, IndexError) as error:
        log.append(type(error).__name__ + " " + str(error))
    else:
        log.append("else")
    finally:
        log.append("finally")
    log.append("after")
    return log


for action in ("none", "value", "key", "return"):
    print(action, run(action))


def override():
    try:
        return "from try"
    finally:
        print("cleanup")


def loop():
    out = []
    for i in range(6):
        try:
            if i == 1:
                continue
            if i == 4:
                break
            out.append(i)
        finally:
            out.append("f" + str(i))
    return out


def nested():
    try:
        try:
            raise ValueError("inner")
        finally:
            print("inner finally")
    except ValueError as error:
        print("outer caught", error)
        try:
            raise
        except ValueError as again:
            print("again", again, again is error)


print(override(), loop())
nested()
try:
    raise ValueError
except ValueError as error:
    print(repr(error), error.args)
try:
    raise Exception("a", 2)
except Exception as error:
    print(repr(error), error, error.args)
try:
    error
except NameError as gone:
    print(gone)
try:
    raise 5
except TypeError as error:
    print(error)
try:
    assert 1 == 2, "assertion text"
except AssertionError as error:
    print("AssertionError", error)
