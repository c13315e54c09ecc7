# Old objects are made to point to new ones, over and over.
class Old:
    pass


old = [Old() for _ in range(50)]
table = {}
array = [None] * 1000
for o in old:
    o.value = None
for i in range(20000):
    o = old[i % 50]
    o.value = [i, o.value[0] if o.value else None]
    table[i % 97] = (i, str(i))
    array[i * 7 % 1000] = {"i": i}
print(sum([o.value[0] for o in old]), old[3].value, sum([t[0] for t in table.values()]), table[5])
print(sum([a["i"] for a in array]), array[0], array[999])
chain = old[0]
for i in range(5000):
    new = Old()
    new.back = chain
    new.n = i
    chain = new
steps = total = 0
while chain is not old[0]:
    total += chain.n
    chain = chain.back
    steps += 1
print(steps, total)


def counter():
    state = []

    def step(x):
        nonlocal state
        state = [x, len(state)]
        return state

    return step


steps = [counter() for _ in range(20)]
for i in range(5000):
    last = steps[i % 20](i)
print(last, [f(0)[1] for f in steps] == [2] * 20)
