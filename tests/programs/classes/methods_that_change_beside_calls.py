# Threads call a method while others define it anew, above and below: nobody sees an older one again.
import threading


class Above:
    def number(self):
        return 0


class Below(Above):
    pass


def returns(number):
    return lambda self: number


def read():
    it, last, seen = Below(), 0, 0
    while last < CHANGES:
        now = it.number()
        assert now >= last, (now, last)
        seen += now > last
        last = now
    results.append(seen > 0)


def call(it):
    return it.number()


# The place of the call has seen the method above often, before there is one below.
below = Below()
for _ in range(100):
    call(below)
Below.number = returns(-1)
print(call(below))
del Below.number
print(call(below))

CHANGES = 40
results = []
threads = [threading.Thread(target=read) for _ in range(2)]
for thread in threads:
    thread.start()
for number in range(1, CHANGES + 1):
    if number % 3 == 0:
        Above.number = returns(number)
        if "number" in vars(Below):
            del Below.number
    else:
        Below.number = returns(number)

    class Other(Above):
        made = number

    Other.later = number
for thread in threads:
    thread.join()
print(results, Below().number())
