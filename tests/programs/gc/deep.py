# Long chains: the collector must not recurse on them.
class Node:
    def __init__(self, value, next):
        self.value = value
        self.next = next


head = None
for i in range(50000):
    head = Node(i, head)
total = 0
count = 0
node = head
while node is not None:
    total += node.value
    count += 1
    node = node.next
print(count, total, head.value)
nested = []
for i in range(20000):
    nested = [nested, i]
depth = 0
while nested:
    nested = nested[0]
    depth += 1
print(depth)
chain = ()
for i in range(20000):
    chain = (i, chain)
depth = 0
while chain:
    depth += chain[0]
    chain = chain[1]
print(depth)
# Take the long chain apart piece by piece, so that no Python has to free it recursively.
while head is not None:
    head = head.next
print("done")
