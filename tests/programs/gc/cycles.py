# Cycles are made and dropped in great number; live ones stay whole.
class Node:
    def __init__(self, name):
        self.name = name
        self.links = []


def ring(n, tag):
    nodes = [Node((tag, i)) for i in range(n)]
    for i in range(n):
        nodes[i].links.append(nodes[(i + 1) % n])
        nodes[i].links.append(nodes[i - 1])
    return nodes[0]


kept = []
for round in range(300):
    r = ring(20, round)
    if round % 50 == 0:
        kept.append(r)
for r in kept:
    node = r
    steps = 0
    while True:
        assert node.links[0].links[1] is node
        node = node.links[0]
        steps += 1
        if node is r:
            break
    print(r.name, steps)
own = []
own.append(own)
d = {}
d["self"] = d
print(own[0][0] is own, d["self"]["self"] is d)
