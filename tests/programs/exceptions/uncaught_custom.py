# The last line of a traceback of a class defined here, raised from another error.
class DeepError(Exception):
    def __init__(self, level):
        super().__init__(f"at level {level}")


def dig(level):
    if level == 5:
        try:
            {}["nothing"]
        except KeyError as error:
            raise DeepError(level) from error
    dig(level + 1)


try:
    print("digging")
    dig(0)
finally:
    print("cleanup")
