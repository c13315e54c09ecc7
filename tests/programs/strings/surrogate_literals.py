# Escapes of lone surrogates in literals.
a = "\ud800"
print(ascii(a), len(a), ord(a), a == chr(0xD800), a.encode("utf-8", "surrogatepass"))
print(ascii("x\udfffy"), ascii("\ud83d\ude00"), len("\ud83d\ude00"), "\ud83d\ude00" == "😀", ascii("\U0000dc80"))
print(ascii("\ufffd\ud800\ufffd\N{REPLACEMENT CHARACTER}\udc00�"), ascii("\\ud800"), ascii(r"\ud800"))
print(ascii("""triple
\ud801"""), ascii("a" "\ud802" "b" 'c\ud803'), ascii(f"\ud804{1}\udc05{'\ud806'}"))
print({"\ud800": 1}[chr(0xD800)], "\ud800" in "a\ud800b", "a\ud800b".split("\ud800"), "\ud800" < "\ue000", ("\ud800", 1) == (chr(0xD800), 1))


def function(text="\udcff"):
    return text + "\udcfe"


print(ascii(function()), function().encode("ascii", "surrogateescape"), len("\ud800" * 3), ascii("\ud800".upper()))
match chr(0xDC00):
    case "\udc01":
        print("no")
    case "\udc00":
        print("matched")
try:
    "\ud800".encode()
except UnicodeEncodeError as error:
    print(error)
