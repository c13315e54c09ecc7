"""Heaps: every function against a model, and comparisons that fail or change the list."""

import heapq
import random

random.seed(5)


def is_heap(heap, before):
    return all(not before(heap[at], heap[(at - 1) // 2]) for at in range(1, len(heap)))


class Key:
    """A key that runs Python code when it is compared."""

    def __init__(self, number):
        self.number = number

    def __lt__(self, other):
        return self.number < other.number


def check(make, show):
    for size in range(20):
        numbers = [random.randrange(30) for _ in range(size)]
        for push, pop, replace, exchange, order, sign in (
            (heapq.heappush, heapq.heappop, heapq.heapreplace, heapq.heappushpop, heapq.heapify, 1),
            (heapq.heappush_max, heapq.heappop_max, heapq.heapreplace_max, heapq.heappushpop_max,
             heapq.heapify_max, -1),
        ):
            before = lambda a, b: sign * show(a) < sign * show(b)
            heap = []
            for number in numbers:
                assert push(heap, make(number)) is None
                assert is_heap(heap, before)
            other = list(map(make, numbers))
            order(other)
            assert is_heap(other, before)
            ordered = sorted(numbers, reverse=sign < 0)
            assert [show(pop(other)) for _ in numbers] == ordered
            if size:
                assert show(replace(heap, make(15))) == ordered[0]
                ordered = sorted(ordered[1:] + [15], reverse=sign < 0)
                new = make(4)
                given = show(exchange(heap, new))
                ordered = sorted(ordered + [4], reverse=sign < 0)
                assert given == ordered.pop(0)
            assert [show(pop(heap)) for _ in numbers] == ordered


check(int, int)
check(float, float)
check(lambda number: f"{number:03}", int)
check(Key, lambda key: key.number)
check(lambda number: (number, str(number)), lambda pair: pair[0])

for function in (heapq.heappop, heapq.heappop_max, heapq.heapify, heapq.heapify_max):
    for argument in ([], (), None):
        try:
            print(function.__name__, function(argument))
        except (IndexError, TypeError) as error:
            print(function.__name__, type(error).__name__, error)
for function in (heapq.heappush, heapq.heapreplace, heapq.heappushpop):
    for argument in ([], (), None):
        try:
            print(function.__name__, function(argument, 1), argument)
        except (IndexError, TypeError) as error:
            print(function.__name__, type(error).__name__, error)


class Failing:
    def __lt__(self, other):
        raise ZeroDivisionError("compared")

    def __repr__(self):
        return "F"


for heap in [1, 2, 3], [1, 2, 3, 4, 5, 6, 7, 8]:
    for work in heapq.heappush, heapq.heapreplace, heapq.heappushpop:
        copy = list(heap)
        try:
            work(copy, Failing())
        except (TypeError, ZeroDivisionError) as error:
            print(work.__name__, type(error).__name__, copy)


class Changing:
    def __init__(self, heap):
        self.heap = heap

    def __lt__(self, other):
        self.heap.clear()
        return True


for work in heapq.heappush, heapq.heappushpop, heapq.heapify, heapq.heappop:
    heap = []
    heap.extend([Changing(heap), Changing(heap), Changing(heap)])
    try:
        work(heap) if work in (heapq.heapify, heapq.heappop) else work(heap, Changing(heap))
    except (RuntimeError, IndexError) as error:
        print(work.__name__, type(error).__name__)


class Heap(list):
    pass


heap = Heap([3, 1, 2])
heapq.heapify(heap)
print(heapq.heappop(heap), heapq.nsmallest(2, [4, 2, 9]), heapq.nlargest(2, [4, 2, 9], key=str), heap)
print(list(heapq.merge([1, 4], [2, 3], reverse=False)), heapq.heappop.__name__)
