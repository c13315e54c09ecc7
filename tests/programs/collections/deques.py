from collections import deque

d = deque([1, 2, 3])
d.append(4)
d.appendleft(0)
print(d, len(d), d[0], d[-1], d.pop(), d.popleft(), d)
d.extend("ab")
d.extendleft("xy")
print(d, list(d), list(reversed(d)))
d.rotate(2)
print(d)
d.rotate(-3)
print(d)
d.reverse()
print(d, d.count("a"), d.index("a"), 3 in d, "q" in d)
d.remove("a")
d.insert(1, "new")
d.insert(-1, "late")
d.insert(100, "end")
print(d)
d[2] = "changed"
del d[0]
print(d)
m = deque(range(5), maxlen=3)
print(m, m.maxlen, d.maxlen)
m.append(9)
m.appendleft(8)
print(m)
m.extend([1, 2])
print(m, m + deque([7]), m * 2)
m += [5]
print(m)
print(deque(maxlen=0), deque([1, 2], 0), bool(deque()), bool(deque([0])))
print(deque([1, 2]) == deque([1, 2]), deque([1]) != [1], deque([1, 2]) < deque([1, 3]), deque([2]) >= deque([1, 5]))
copied = d.copy()
copied.clear()
print(copied, len(d))
for action in (
    lambda: deque().pop(),
    lambda: deque().popleft(),
    lambda: deque([1])[1],
    lambda: deque([1]).remove(2),
    lambda: deque([1]).index(2),
    lambda: deque([1, 2], maxlen=2).insert(0, 3),
    lambda: deque(maxlen=-1),
    lambda: deque(maxlen="a"),
    lambda: hash(deque()),
    lambda: deque(5),
    lambda: deque([1]) + [2],
    lambda: deque()["a"],
):
    try:
        print(action())
    except Exception as error:
        print(type(error).__name__, error)
e = deque([1, 2, 3])
try:
    for item in e:
        e.append(item)
except RuntimeError as error:
    print(error)
e = deque([1])
e.extend(e)
e.extendleft(e)
print(e)
big = deque()
for number in range(1000):
    big.append(number)
    if number % 3 == 0:
        big.popleft()
print(len(big), big[0], big[-1], sum(big))
print(type(deque()), deque.__name__, iter(deque()).__class__.__name__)
q = deque()
q.append(q)
print(q)
