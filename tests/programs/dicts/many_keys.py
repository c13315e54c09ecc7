# Growth, deletion, many kinds of keys.
d = {}
for i in range(2000):
    d[i] = i * i
print(len(d), d[0], d[1999], sum(d.values()))
for i in range(0, 2000, 2):
    del d[i]
print(len(d), 2 in d, 3 in d, list(d)[:5])
for i in range(0, 2000, 4):
    d[i] = -i
print(len(d), list(d)[-3:], sum(d.values()))
mixed = {1: "int", "1": "str", (1,): "tuple", None: "none", 1.5: "float", True: "overwrites 1", 2 ** 70: "big"}
for key, value in mixed.items():
    print(repr(key), value)
print(mixed[1], mixed[1.0], mixed[2 ** 70], mixed[(1,)])
words = {}
for word in "the cat and the dog and the bird".split():
    words[word] = words.get(word, 0) + 1
print(words)
inverted = {}
for word, count in words.items():
    inverted.setdefault(count, []).append(word)
print(inverted)
strings = {}
for i in range(1000):
    strings["key" + str(i)] = i
total = 0
for i in range(0, 1000, 7):
    total += strings["key" + str(i)]
print(total, "key999" in strings, "key1000" in strings)
