"""Is imported late."""
print("late begins")
value = 1
again = "again"


def deeper():
    from . import here
    from .late import value
    from ..many import here as too
    return here, value, too
