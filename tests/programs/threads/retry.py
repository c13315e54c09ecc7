# retry() begins an atomic block again when another thread has changed something.
import threading
from motet import atomic, or_else, retry


class Box:
    """Room for one thing."""

    def __init__(self):
        self.things = []

    @atomic
    def take(self):
        if not self.things:
            retry()
        return self.things.pop()

    @atomic
    def give(self, thing):
        if self.things:
            retry()
        self.things.append(thing)


def run(*functions):
    threads = [threading.Thread(target=function) for function in functions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


# Things that go from thread to thread, in order.
first, second, got = Box(), Box(), []


def giver():
    for number in range(200):
        first.give(number)


def passer():
    for _ in range(200):
        second.give(first.take() * 2)


def taker():
    for _ in range(200):
        got.append(second.take())


run(giver, passer, taker)
print(got == [2 * number for number in range(200)], first.things, second.things)

# Several wait for one change each, and none is forgotten.
tickets, served = [], []


@atomic
def next_ticket(name):
    if not tickets:
        retry()
    served.append((name, tickets.pop()))


@atomic
def hand_out(number):
    tickets.append(number)


run(*[lambda name=name: [next_ticket(name) for _ in range(20)] for name in "abcd"],
    lambda: [hand_out(number) for number in range(80)])
print(sorted(number for _, number in served) == list(range(80)), tickets)
print({name: sum(1 for by, _ in served if by == name) for name in "abcd"})


# The second alternative, if the first cannot go on; and waiting if neither can.
def choose(left, right):
    return or_else(left.take, right.take)


left, right = Box(), Box()
right.give("right")
print(choose(left, right))
left.give("left")
right.give("right")
print(choose(left, right), choose(left, right))
answers = []
run(lambda: answers.append(choose(left, right)), lambda: right.give("late"))
print(answers, left.things, right.things)
print(or_else(left.take, lambda: "neither"))
print(or_else(lambda: or_else(left.take, right.take), lambda: "none of three"))


# An alternative that fails.
def fails():
    raise ValueError("no")


try:
    or_else(left.take, fails)
except ValueError as error:
    print("ValueError", error)

# Blocks in blocks: the outermost one begins again.
log = []


@atomic
def inner():
    if not first.things:
        retry()
    return first.things[-1]


@atomic
def outer():
    return inner(), inner()


run(lambda: log.append(outer()), lambda: first.give("twice"))
print(log)

# What was written before the block is seen by the thread that is waited for.
state = {"asks": False, "answer": None}


def asker():
    state["asks"] = True
    answer()


@atomic
def answer():
    if state["answer"] is None:
        retry()
    print("answer", state["answer"])


@atomic
def replier():
    if not state["asks"]:
        retry()
    state["answer"] = 42


run(asker, replier)

# Outside of a block there is nothing to begin again.
try:
    retry()
except RuntimeError as error:
    print("RuntimeError", error)
