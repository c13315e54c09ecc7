import re

# A tokenizer, as the documentation has it.
spec = [("NUMBER", r"\d+(\.\d*)?"), ("ASSIGN", r":="), ("END", r";"), ("ID", r"[A-Za-z]+"), ("OP", r"[+\-*/]"),
        ("NEWLINE", r"\n"), ("SKIP", r"[ \t]+"), ("MISMATCH", r".")]
expression = re.compile("|".join("(?P<%s>%s)" % pair for pair in spec))
for match in expression.finditer("x := 3.5 + y*2;\nz := x ?"):
    if match.lastgroup != "SKIP":
        print(match.lastgroup, repr(match.group()), match.start())
words = re.compile(r"\w+")
text = "the quick brown fox jumps over the lazy dog " * 20
counts = {}
for word in words.findall(text):
    counts[word] = counts.get(word, 0) + 1
print(sorted(counts.items()))
print(len(re.split(r"\s+", text)), len(re.sub(r"[aeiou]", "", text)))
long = "a" * 5000 + "b"
print(re.search(r"a*b", long).span(), re.search(r"(a|b)*c", "ab" * 200), len(re.findall(r"(?:aa)*?b", long)))
pattern = re.compile(r"(\d+)-(\d+)")
print(pattern.sub(lambda m: str(int(m[1]) + int(m[2])), "1-2 10-20 3-x"))
print(pattern.search("a 1-2", 3), pattern.search("a 1-2", 2, 4), pattern.fullmatch("xx1-2yy", 2, 5))
scanner = pattern.scanner("1-2 3-4")
print(scanner.search().group(), scanner.search().group(), scanner.search())
print([m.group() for m in re.finditer(r"\b", "ab cd")], re.findall(r"$", "a\n"), re.findall(r"\Z", "a\n"))
emoji = "a😀b😀c"
print([m.span() for m in re.finditer("😀", emoji)], re.sub(r"[^\x00-\x7f]", "?", emoji), re.split("😀", emoji))
