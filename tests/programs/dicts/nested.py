# Dictionaries of dictionaries: a graph and its shortest paths.
roads = [("a", "b", 7), ("a", "c", 9), ("a", "f", 14), ("b", "c", 10), ("b", "d", 15), ("c", "d", 11), ("c", "f", 2), ("d", "e", 6), ("e", "f", 9)]
graph = {}
for x, y, length in roads:
    graph.setdefault(x, {})[y] = length
    graph.setdefault(y, {})[x] = length
for x in sorted(graph):
    print(x, graph[x])


def shortest(start):
    distance = {start: 0}
    before = {}
    open = {start}
    while open:
        x = min(open, key=lambda n: (distance[n], n))
        open.remove(x)
        for y, length in graph[x].items():
            if y not in distance or distance[x] + length < distance[y]:
                distance[y] = distance[x] + length
                before[y] = x
                open.add(y)
    return distance, before


distance, before = shortest("a")
print({k: distance[k] for k in sorted(distance)})
path = ["e"]
while path[-1] != "a":
    path.append(before[path[-1]])
print(path[::-1])
tree = {}
for word in "to tea ted ten i in inn".split():
    node = tree
    for c in word:
        node = node.setdefault(c, {})
    node["$"] = word


def words(node):
    out = []
    for k in sorted(node):
        out += [node[k]] if k == "$" else words(node[k])
    return out


print(words(tree), words(tree["t"]["e"]), "n" in tree["i"])
memo = {}


def ways(n, coins):
    if n == 0:
        return 1
    if n < 0 or not coins:
        return 0
    if (n, coins) not in memo:
        memo[n, coins] = ways(n - coins[0], coins) + ways(n, coins[1:])
    return memo[n, coins]


print(ways(100, (50, 25, 10, 5, 1)), len(memo))
