# An uncaught error ends the program with status 1 and a traceback.
print("before")


def fail():
    raise ValueError("nobody catches this")


fail()
print("never printed")
