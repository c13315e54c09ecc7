# Texts made piece by piece: what was read before stays as it was, whoever appends afterwards.
from threading import Thread


def made(pieces, count):
    text = ""
    kept = []
    for i in range(count):
        text += pieces[i % len(pieces)]
        if i % 97 == 0:
            kept.append(text)
    return text, kept


text, kept = made(["abc", "defg", "h"], 3000)
print(len(text), all(text.startswith(part) for part in kept), len(kept[-1]))
print(text == "".join((["abc", "defg", "h"] * 1000)), text[-5:], text[1999], hash(text) == hash(text[:1] + text[1:]))

# Two texts that go on from the same one.
base = "x" * 1500
base += "y"
left = base
right = base
left += "left"
right += "right"
other = base + "other"
print(base[-3:], left[-6:], right[-7:], other[-7:], len(base), len(left), len(right))
base += base
print(len(base), base.count("y"), base[1500:1503], base[-1])
again = left
left += left[1490:1510]
left += left
print(len(again), again[-4:], len(left), left[-9:], left.count("yleft"))

# Characters of several bytes, and a lone surrogate in two halves.
text = "é" * 700
for i in range(500):
    text += "ü𝄞a"
print(len(text), text[699:704] == "éü𝄞aü", text[-1], text.encode()[-6:], text.isascii())
text = "a" * 1200
text += "\ud834"
half = text
text += "\udd1e"
print(len(half), len(text), ascii(text[-3:]), text == half + "\udd1e")


class Page:
    def __init__(self):
        self.text = ""


# An attribute, a global, an item; as a key, in an f-string, in a set.
page = Page()
total = ""
items = [""]
for i in range(700):
    page.text += f"{i},"
    total = total + f"{i},"
    items[0] += f"{i},"
print(page.text == total == items[0], len(total), {total: 1}[page.text], items[0] in {page.text})
total += ""
print(total is not None, total + "" == total, "" + total == total, f"{total}!"[-4:], repr(total)[-4:])
total += total[:0]
print(total.split(",")[699:], int("1" + "0" * 1100 + "1") % 1000, total.upper() == total)

for bad in (1, None, b"x", ["a"]):
    try:
        total += bad
    except TypeError as error:
        print(error)
print(len(total))

# Threads that go on from one text, each with its own end.
shared = "s" * 5000 + "|"
shared += "|"
ends = {}


def go_on(number):
    text = shared
    for i in range(300):
        text += str(number)
        if i == 150:
            ends[number, "middle"] = text
    ends[number] = text


threads = [Thread(target=go_on, args=(number,)) for number in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
for number in range(4):
    expected = "s" * 5000 + "||" + str(number) * 300
    print(ends[number] == expected, ends[number, "middle"] == expected[:5153])
print(len(shared), shared[-3:])


class Text(str):
    pass


text = Text("t" * 1100)
text += "u"
text += "v"
print(type(text), len(text), text[-3:], type(str(text)) is str)
lines = ["l" * 1001]
for i in range(5):
    lines.append(lines[-1] + str(i))
    lines.append(lines[0] + "z")
print([line[1001:] for line in lines])
