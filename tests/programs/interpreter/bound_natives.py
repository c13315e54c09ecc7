"""Natives that are bound to something, held by modules, instances and classes, and called as methods."""

import random
import types

holder = types.ModuleType("holder")
items = [3, 1, 2]
holder.append = items.append
holder.get = {"a": 1}.get
holder.join = "-".join
holder.fail = items.remove
print(holder.append(9), items, holder.get("a"), holder.get("b", 2), holder.join(["x", "y"]))
for call in (
    lambda: holder.append(),
    lambda: holder.append(1, 2),
    lambda: holder.get(),
    lambda: holder.fail("absent"),
    lambda: holder.join(5),
    lambda: holder.get([]),
):
    try:
        print(call())
    except (TypeError, ValueError) as error:
        print(type(error).__name__)


class Box:
    push = items.append

    def __init__(self):
        self.pop = items.pop


box = Box()
print(box.push(4), Box.push(5), box.pop(), box.pop(0), items)


def many(count):
    total = 0
    for number in range(count):
        holder.append(number)
        total += holder.get("a") + box.pop()
    return total


print(many(300), len(items))

random.seed(5)
first = [random.random() for _ in range(700)]
random.seed(5)
again = [random.random() for _ in range(350)] + [random.random() for _ in range(350)]
print(first == again, first[0], first[623], random.getrandbits(40), random.randrange(10**6))
own = random.Random(7)
draw = own.random
own.seed(8)
print(draw() == random.Random(8).random(), [random.Random(3).randrange(6) for _ in range(3)])
state = own.getstate()
numbers = [own.random() for _ in range(1000)]
own.setstate(state)
print(numbers == [own.random() for _ in range(1000)], sum(numbers) > 0)
