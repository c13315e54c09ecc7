"""Shortest ways in a grid: a heap of tuples, dicts of distances, edit distance by rows."""

from heapq import heappop, heappush

from support.repeated import run

TURNS = {"T": 1, "S": 360, "W": 1800, "A": 18000}
SIDE = 22


def shortest(start, goal):
    best = {start: 0}
    waiting = [(0, start)]
    while waiting:
        cost, place = heappop(waiting)
        if place == goal:
            return cost
        if cost > best[place]:
            continue
        x, y = place
        for nearby in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if 0 <= nearby[0] < SIDE and 0 <= nearby[1] < SIDE:
                price = cost + (nearby[0] * 7 + nearby[1] * 3) % 9 + 1
                if price < best.get(nearby, 1 << 30):
                    best[nearby] = price
                    heappush(waiting, (price, nearby))
    return None


def edit_distance(left, right):
    row = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        previous, row[0] = row[0], i
        for j, b in enumerate(right, 1):
            cost = previous if a == b else 1 + min(previous, row[j], row[j - 1])
            previous, row[j] = row[j], cost
    return row[-1]


def work():
    far = shortest((0, 0), (SIDE - 1, SIDE - 1))
    return far, edit_distance("transactional memory" * 2, "translation of memories" * 2)


if __name__ == "__main__":
    run("paths", __doc__, TURNS, work, (133, 16))
