"""Lists: appended, popped, cut, inserted, reversed, searched, used as stack and as queue."""

from collections import deque

from support.repeated import run

TURNS = {"T": 1, "S": 960, "W": 4800, "A": 48000}


def work():
    stack = []
    for number in range(3_000):
        stack.append(number)
        if number % 3 == 0:
            stack.pop()
    middle = stack[500:1_500]
    middle[100:200] = [0] * 50
    middle.reverse()
    del middle[::3]
    for number in range(60):
        middle.insert(number * 7, number)
    waiting = deque(range(200))
    served = 0
    for turn in range(2_000):
        served += waiting.popleft()
        waiting.append(turn & 255)
    both = middle + stack[-10:] * 2
    return len(both), sum(both), both.index(0), served, both.count(0)


if __name__ == "__main__":
    run("lists", __doc__, TURNS, work, (713, 996170, 0, 248408, 34))
