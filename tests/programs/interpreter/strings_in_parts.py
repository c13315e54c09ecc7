# Searches in a part of a text, its items and slices; of ASCII and of other characters.
def scan(text, part):
    found = []
    start = 0
    while True:
        place = text.find(part, start)
        if place < 0:
            return found
        found.append(place)
        start = place + 1


texts = ["", "a", "abcabcabc", "ab ab  ab", "äbcäbc", "日本語日本", "x" * 300 + "é" + "y" * 300, "a\ud800b\ud800"]
for text in texts:
    shown = ascii(text[:20])
    print(shown, len(text), [ascii(c) for c in text[:6]], [ascii(text[i]) for i in range(min(4, len(text)))])
    for part in ("", "a", "ab", "é", "日", "b\ud800"):
        print(ascii(part), scan(text, part)[:9], text.count(part), text.count(part, 1, -1),
              text.startswith(part, 1), text.endswith(part, 0, -1), text.rfind(part, 1),
              text.find(part, -3), part in text, text.find(part, 2, 400))
    print([ascii(text[i:j]) for i in (0, 1, -2) for j in (1, 3, -1, 99)], ascii(text[::-1][:9]))
print([c for c in "héllo"], list(map(ord, "aé日\U0001d11e")), sorted("hello"), "".join(reversed("héé")))
print("b" == "abc"[1], {"abc"[i]: i for i in range(3)}, hash("b") == hash("abc"[1]))
long = "word " * 2000
place = 0
words = 0
while place < len(long):
    end = long.find(" ", place)
    if long.startswith("word", place) and long[end] == " " and long[place:end] == "word":
        words += 1
    place = end + 1
print(words)
