"""Formats of texts and small numbers: the usual specifications, and those beside them."""


def attempt(action, *arguments, **named):
    try:
        return action(*arguments, **named)
    except Exception as error:
        return type(error).__name__, str(error)


class Text(str):
    pass


class Number(int):
    def __str__(self):
        return "own"


class Formatted(str):
    def __format__(self, specification):
        return f"<{specification}>"


values = "", "abc", "é€😀", "a" * 120, 0, 7, -7, 12345, 10**20, True, 1.5, -0.0, 2.675, 1e300, float("inf"), float("nan"), None, Text("ab"), Number(5), Formatted("x"), b"b", [1]
specifications = (
    "", ">10", "<10", "^10", "^9", "*>8", "*<8", "*^8", "é>8", "10", "010", "0", "05", ">05", "<05", "=10", "=+8", "0>5", ">", "<", "10s", ".2", ".2s", "8.2", ">8.2s", "^8.0s", ".0f", ".2f", "8.2f",
    "08.2f", "<8.1f", "^9.1f", "*>9.1f", "x", "X", "o", "b", "d", "c", "5d", "<5d", "^5d", "*^7d", "#x", ",", "_", "+", " ", "-", "z.1f", "e", "g", "%", "n", "99", "100", ">99", ">100", ".99", ".100", "{<5", "}<5",
    "<<5", ">>5", "^^5", "5<", "1.", ".", ".x", "5.2q", "q", "ss", "  5", "-5", "+5", "5 ", "\0<5",
)
for value in values:
    for specification in specifications:
        told = ascii(attempt(format, value, specification))
        if "{" not in specification and "}" not in specification:
            same = ascii(attempt(f"{{:{specification}}}".format, value))
            if same != told and "__format__" not in same:
                told += " but " + same
        nested = ascii(attempt("{:{}}".format, value, specification))
        if nested != told.partition(" but ")[0]:
            told += " nested " + nested
        print(specification.encode("unicode_escape").decode(), told if len(told) < 150 else (len(told), hash(told) == hash(told), told[:20], told[-20:]))

# The same object, if nothing is done to it.
text, own = "text of some length", Text("text of another class")
print(format(text, "") is text, format(text, "3") is text, format(text, ".99") is text, format(text, "s") is text, type(format(own, "")).__name__, type(format(own, "2")).__name__, f"{text}" is text)

# Fields.
print("{} and {}".format(1, "b"), "{0:>3}{1:<3}|{0}".format("a", 2), "{a:>4}{b!r:>5}".format(a=1, b="x"), "{{{0}}}".format(3), "{a.real}{b[0]}".format(a=1, b="xy"))
for template, arguments, named in (
    ("{", (), {}), ("}", (), {}), ("{}", (), {}), ("{0}{}", (1, 2), {}), ("{}{0}", (1, 2), {}), ("{a}", (), {"b": 1}), ("{a}{b}", (), {"a": 1, "b": 2}), ("{0.x}", (1,), {}), ("{!x}", (1,), {}), ("{:>{w}}", ("a",), {"w": 5}),
    ("{:{}{}}", ("a", ">", 5), {}), ("{:{:{}}}", (1, 2, 3), {}), ("{ }", (1,), {" ": 3}), ("{self}", (), {"self": 1}),
):
    print(template, attempt(template.format, *arguments, **named))
print("{:>5}|{:<5}|{:^5}".format("é", "€", "😀"), "{!s:>5}{!r:>5}{!a:>8}".format("é", "é", "é"), attempt("{:\ud800>5}".format, "a") == "\ud800" * 4 + "a", ascii(attempt("{:.1}".format, "\ud800b")))
