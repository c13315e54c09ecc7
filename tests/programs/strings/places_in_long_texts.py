# Characters of long texts that are not ASCII, asked forwards, backwards and in between: by index,
# slice, search and pattern, of several texts in turn, and after collections and changes of thread.
import gc
import re
import threading

unit = "aé中\U00010348 z"
text = unit * 400
points = list(text)


def at(index):
    return points[index]


print(len(text) == len(points), all(text[i] == points[i] for i in range(len(text))))
print(all(text[i] == points[i] for i in range(len(text) - 1, -1, -1)))
print(all(text[-i] == points[-i] for i in range(1, len(text))))
jumps = [(i * 7919) % len(text) for i in range(1500)]
print(all(text[i] == points[i] for i in jumps))
print(all(text[i : i + 9] == "".join(points[i : i + 9]) for i in jumps))
print(all(text[i:j] == "".join(points[i:j]) for i, j in zip(jumps, jumps[1:])))
print(all(text[i:j:3] == "".join(points[i:j:3]) for i, j in zip(jumps[:50], jumps[1:])))
print(text.find("z", 700), text.rfind("é", 3, 1234), text.index("中", -20), text.count("é", 100, 999))
print(text.startswith("é", 7), text.endswith("z", 0, 12), text.startswith("", len(text)), text.startswith("", len(text) + 1))

# Two texts in turn, and one that is collected in between.
other = "ж" * 900 + "x"
seen = []
for i in range(890, 901):
    seen.append(text[i] == points[i] and other[i] == ("x" if i == 900 else "ж"))
    gc.collect()
    passing = ("я" * i + "q") * 2
    seen.append(passing[i] == "q" and passing[i + 1] == "я")
print(all(seen))

# Lone surrogates count as one character each.
lone = "\ud800é\udfff" * 200
print(lone[301] == "é", lone[300] == "\ud800", lone[299] == "\udfff", lone[1:4] == "é\udfff\ud800")
print(lone.find("é", 301), lone.rfind("\udfff", 10, 500), lone.startswith("é\udfff", 400), lone.count("é", 100, 200))

# A scanner with a pattern.
word = re.compile("[^ ]+")
place, found = 0, 0
while match := word.search(text, place):
    place = match.end()
    found += 1
    assert text[place : place + 1] in (" ", "")
print(found, place, word.match(text, 6).span(), word.search(text, 2000, 2003))


class Below(str):
    pass


below = Below(text)
print(below[1000] == text[1000], below[1001] == text[1001], type(below[5]).__name__)

for wrong in (len(text), -len(text) - 1):
    try:
        text[wrong]
    except IndexError as error:
        print(error)


def walk(shared, answers):
    answers.append("".join(shared[i] for i in range(len(shared))) == shared)


answers = []
threads = [threading.Thread(target=walk, args=(given, answers)) for given in (text, other, text)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(answers)
