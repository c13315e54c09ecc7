"""gc.get_objects finds what modules lead to."""

import gc


class Node:
    def __init__(self, next_one):
        self.next_one = next_one


kept = [Node(Node(None)) for _ in range(10)]


print(sum(type(thing) is Node for thing in gc.get_objects()))
found = gc.get_objects(generation=None)
print(any(thing is kept for thing in found), any(thing is Node for thing in found))
print(any(type(thing) is int for thing in found), len({id(thing) for thing in found}) == len(found))
del found
kept.clear()
gc.collect()
print(sum(type(thing) is Node for thing in gc.get_objects()))
for generation in 3, "x", 1.5:
    try:
        gc.get_objects(generation)
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
print(type(gc.get_objects(2)).__name__, type(gc.get_objects(0)).__name__)
