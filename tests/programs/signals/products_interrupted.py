# Products of many numbers are right, fast, and end when a signal comes.
import math
import signal


class Interrupted(Exception):
    pass


def interrupt(number, frame):
    raise Interrupted


def is_interrupted(function, *arguments):
    signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        function(*arguments)
    except Interrupted:
        return True
    return False


print(is_interrupted(math.comb, 10**12, 10**9))
print(is_interrupted(math.perm, 10**9, 10**8))
print(is_interrupted(math.factorial, 10**9))
print(is_interrupted(math.comb, 1 << 70, 1 << 60))

# Against the recurrences, on both sides of where the way changes.
for all in 0, 1, 5, 63, 64, 65, 127, 128, 129, 130, 200, 259, 400:
    row = [math.comb(all, taken) for taken in range(all + 2)]
    next_row = [math.comb(all + 1, taken) for taken in range(all + 2)]
    assert next_row[0] == 1
    assert all == 0 or next_row[1:] == [row[at] + row[at + 1] for at in range(all + 1)]
    product = 1
    for taken in range(all + 1):
        assert math.perm(all, taken) == product
        product *= all - taken
    assert math.factorial(all) == math.perm(all) == math.perm(all, None)
print(math.comb(10**9, 20000) % (10**30 + 57), math.perm(10**6, 30000) % (10**30 + 57))
print(math.factorial(120000) % (10**9000 + 57) % 10**20)
for function, arguments in [
    (math.factorial, (-1,)),
    (math.factorial, (-(1 << 70),)),
    (math.factorial, (1 << 63,)),
    (math.factorial, (1.0,)),
    (math.comb, (1 << 70, 1 << 65)),
    (math.perm, (1 << 70, 1 << 65)),
    (math.comb, (-1, 2)),
    (math.perm, (3, -2)),
]:
    try:
        print(function(*arguments))
    except (ValueError, TypeError, OverflowError) as error:
        print(type(error).__name__, error)
