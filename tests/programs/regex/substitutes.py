# Replacing by regular expressions, and matches that take long.
import re
import threading


def show(*arguments, **keywords):
    try:
        print(ascii(re.subn(*arguments, **keywords)))
    except (TypeError, IndexError, re.error) as error:
        print(type(error).__name__, error)


show(r"\d+", "#", "a1b22c")
show(r"\d+", "#", "a1b22c", count=1)
show(r"\d+", "#", "abc")
show(r"(\w)(\d)?", r"[\2\1]", "a1é", count=0)
show(r"(?P<word>\w+)", r"<\g<word>\n\g<1>\g<0>>", "one zwö")
show(r"x*", "-", "abxd")
show(r"", "·", "aé")
show(r"b|(?=a)", "<>", "abab")
show(rb"[a-c]", b"\\\\", b"abcd")
show(rb"(\xe9)", rb"\1\1", b"caf\xe9")
show("a", b"b", "a")
show("a", b"b", "x")
show(b"a", "b", b"a")
show("a", 5, "a")
show("(a)", r"\2", "a")
show("(a)", r"\g<b>", "a")
show("a", lambda found: 5, "ba")
show("a", lambda found: None, "ba")
show(r"\w", lambda found: found.group().upper() * found.start(), "abé")
show("é", "\ud800", "aé")
show("\ud800", "é", "a\ud800")


class Text(str):
    pass


result = re.sub("x", "y", Text("abc"))
print(type(result).__name__, type(re.sub("b", "y", Text("abc"))).__name__)
print(re.sub("(?i)B+", lambda found: f"<{found[0]}>", "aBbc", count=1))
print(re.split(r"(,)|;", "a,b;c"), re.split(r"\b", "ab cd"), re.split("x", "axbxc", maxsplit=1))
print(re.split(r"(é)", "aéb"), re.split(b",", b"a,b"), re.split("x", ""))


def raising(found):
    if found.start() > 1:
        raise KeyError(found.group())
    return "!"


try:
    re.sub(r"\w", raising, "abcd")
except KeyError as error:
    print("raised", error)

# A function that replaces by the same pattern.
nested = re.compile(r"\((\w+)\)")
print(nested.sub(lambda found: nested.sub(r"[\1]", "(x)" + found[1]), "a(b)c(d)"))

# Long texts, and patterns that try much.
text = "word1 wörd2 " * 500
print(len(re.findall(r"\w+", text)), re.sub(r"\d", "", text) == "word wörd " * 500)
print(re.match(r"(?:a|b)*c", "ab" * 3000), re.match(r"(?:a|b)*", "ab" * 3000).end())
print(re.match(r"(a+)+b", "a" * 16), re.search(r"(?:.*?,){3}P", "1,2,3,4," * 10))
print(re.fullmatch(r"(?:(\w)|-)*", "ab-" * 1000).span(1))

# Threads share patterns; each finds its own.
shared = re.compile(r"(?P<name>\w+)-(?P<number>\d+)")
results = {}


def work(number):
    mine = []
    for index in range(60):
        found = shared.search(f"  item{number}-{index} ")
        mine.append((found["name"], int(found["number"]), found.span()))
    results[number] = mine


threads = [threading.Thread(target=work, args=(number,)) for number in range(3)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
for number in range(3):
    expected = [
        (f"item{number}", index, (2, 8 + len(str(index)))) for index in range(60)
    ]
    print(number, results[number] == expected)
