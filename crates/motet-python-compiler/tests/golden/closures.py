def counter(start, step=1):
    count = start
    def increment():
        nonlocal count
        count += step
        return count
    def reset():
        nonlocal count
        del count
    return increment, reset, lambda: count
