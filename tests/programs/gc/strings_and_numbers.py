# Many strings and large integers come and go.
kept = []
length = 0
for i in range(20000):
    s = "item" + str(i) + "-" + str(i * i)
    length += len(s)
    if i % 2500 == 0:
        kept.append(s)
print(length, kept)
parts = []
for i in range(5000):
    parts.append(str(i) * 2)
joined = ",".join(parts)
back = joined.split(",")
print(len(joined), back == parts, back[1234])
n = 1
products = []
for i in range(1, 400):
    n = n * i % (2 ** 521 - 1)
    if i % 50 == 0:
        products.append(n)
print(products[0], len(str(products[-1])), sum(products) % 1000003)
f = 0.0
floats = []
for i in range(10000):
    f = f * 1.0001 + i / 7
    floats.append(f)
print(floats[10], round(floats[-1], 3), len(floats))
text = "x"
for _ in range(17):
    text += text
print(len(text), text.count("x"), text[65536])
keys = {}
for i in range(5000):
    keys["k" + str(i % 500)] = "v" + str(i)
print(len(keys), keys["k0"], keys["k499"])
