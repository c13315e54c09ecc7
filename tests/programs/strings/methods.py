# The methods of str that everyday programs call.
s = "  The quick brown fox  "
print(repr(s.strip()), repr(s.lstrip()), repr(s.rstrip()), s.upper(), s.lower())
t = s.strip()
print(t.split(), t.split(" ", 1), "a,b,,c".split(","), "".split(), "".split(","))
print("-".join(["a", "b", "c"]), "".join([]), ", ".join(("x",)))
print(t.replace("quick", "slow"), t.replace("o", "0", 1), "aaa".replace("a", ""))
print(t.startswith("The"), t.endswith("fox"), t.startswith(("A", "T")), t.find("q"), t.find("zz"), t.rfind("o"))
print(t.index("brown"), t.count("o"), "banana".count("an"))
print("abc".isalpha(), "ab1".isalpha(), "123".isdigit(), "ab1".isalnum(), " ".isspace(), "".isdigit())
print("hello world".title(), "hello".capitalize(), "Hello".swapcase())
print("7".zfill(3), "-7".zfill(4), "x".center(7, "*"), "x".ljust(4) + "|", "x".rjust(4))
print("ABC".isupper(), "abc".islower(), "Abc".isupper())
print("a\nb\r\nc".splitlines(), "xxabcxx".strip("x"), "key=value=x".partition("="), "none".partition("="))
try:
    t.index("zebra")
except ValueError as error:
    print("ValueError:", error)
try:
    ",".join([1, 2])
except TypeError as error:
    print("TypeError:", error)
