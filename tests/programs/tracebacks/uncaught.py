# the whole error output counts
def inner(depth):
    if depth == 0:
        raise LookupError("at the bottom")
    return inner(depth - 1)


print("before")
inner(10)
