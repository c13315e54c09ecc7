count = 0
def f():
    global count, other
    count += 1
    other = count
    del count
    return len(other)
