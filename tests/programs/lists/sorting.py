# sort and sorted are stable, take keys and reverse.
a = [5, 2, 9, 1, 5, 6]
print(sorted(a), sorted(a, reverse=True), a)
a.sort()
print(a)
a.sort(reverse=True)
print(a)
words = ["pear", "fig", "apple", "kiwi", "date", "plum"]
print(sorted(words), sorted(words, key=len), sorted(words, key=lambda w: (-len(w), w)))
words.sort(key=lambda w: w[-1])
print(words)
pairs = [(i % 3, i) for i in range(12)]
print(sorted(pairs, key=lambda p: p[0]))
print(sorted(pairs, key=lambda p: p[0], reverse=True))
print(sorted("hello"), sorted({3, 1, 2}), sorted({"b": 1, "a": 2}), sorted((2, 1)))
x = 12345
data = []
for i in range(500):
    x = (x * 1103515245 + 12345) % 2147483648
    data.append(x % 1000)
result = sorted(data)
print(all([result[i] <= result[i + 1] for i in range(len(result) - 1)]), sum(data) == sum(result), result[:10])


class Card:
    def __init__(self, rank):
        self.rank = rank

    def __lt__(self, other):
        return self.rank < other.rank

    def __repr__(self):
        return f"Card({self.rank})"


print(sorted([Card(3), Card(1), Card(2)]), min([Card(3), Card(1)]))
try:
    sorted([1, "a"])
except TypeError as error:
    print(error)
