# Building text piece by piece.
def caesar(text, shift):
    out = []
    for c in text:
        if "a" <= c <= "z":
            out.append(chr((ord(c) - 97 + shift) % 26 + 97))
        elif "A" <= c <= "Z":
            out.append(chr((ord(c) - 65 + shift) % 26 + 65))
        else:
            out.append(c)
    return "".join(out)


def runs(text):
    out = ""
    i = 0
    while i < len(text):
        j = i
        while j < len(text) and text[j] == text[i]:
            j += 1
        out += text[i] + str(j - i)
        i = j
    return out


def roman(n):
    out = ""
    for value, letters in ((1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")):
        while n >= value:
            out += letters
            n -= value
    return out


print(caesar("Hello, World!", 3), caesar(caesar("Hello, World!", 3), -3))
print(runs("aaabbbccd"), [roman(n) for n in (4, 9, 14, 1994, 2024)])
print("".join([str(i % 10) for i in range(50)]), len("x" * 10000), ("ab" * 5000)[9998:])
lines = ["line " + str(i) for i in range(5)]
print("\n".join(lines))
print(" ".join([w[::-1] for w in "one two three".split()]))
text = ""
for i in range(2000):
    text += str(i)
print(len(text), text[:20], text[-8:], text.count("99"))
print("level" == "level"[::-1], sorted("listen") == sorted("silent"))
