# The source of functions begins where they begin.
import inspect


def plain():
    # a comment

    return 1


@(lambda function: function)
def decorated(
    a,
):
    return a


class Holder:
    """Text."""

    def method(self):
        return 2


for thing in plain, decorated, Holder.method:
    print(inspect.getsource(thing), inspect.getsourcelines(thing)[1])
