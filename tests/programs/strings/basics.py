# Indexing, slicing, concatenation, repetition, membership.
s = "Motet for two voices"
print(s, len(s), s[0], s[-1], s[5], s[-6])
print(s[2:7], s[:5], s[5:], s[:], s[::2], s[::-1], s[10:2:-3], s[100:], s[-3:], s[3:3])
print(s + "!", "ab" * 3, 3 * "xy", "a" * 0, "b" * -1)
print("two" in s, "three" in s, "" in s)
for c in "héλ":
    print(c, ord(c), chr(ord(c) + 1))
print(len("naïve"), len("日本語"), "日本語"[1], "日本語"[::-1])
print('single', "double", """triple
line""", 'it''s', "tab\tend", "back\\slash", "quote\"", '\x41\u0042\103')
print(repr("it's"), repr('say "x"'), repr("both ' and \""), repr("a\nb\tc\\"), repr("\x00\x7f"), repr("é"))
text = ""
for i in range(10):
    text += chr(97 + i)
print(text)
try:
    s[100]
except IndexError as error:
    print("IndexError:", error)
try:
    s[0] = "m"
except TypeError as error:
    print("TypeError:", error)
print("abc" == "abc", "abc" != "abd", "a" "b" == "ab")
