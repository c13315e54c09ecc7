# Behind a semicolon only a name can be `match`, never a statement.
import re

match = re.match("(a)(b)?", "abc")
x = 1; match.span(); print(match[0], match.string)
def show(match):
    return match.span(),; match[0], match.string
print(show(match))
a = 2; match = [a]; match[0] += 1; print(match)
b = 3; match: list = [b]; print(match); match
if a: pass; match[0] = 7; print(f"{match}", [match for match in (1, 2)], (lambda match: match)(5))
try:
    raise ValueError; match[0] = 8
except ValueError:
    try:
        raise; match
    except ValueError:
        c = 1; match = None; print(match)
d = 1; del match; print("match" in globals())
for text in "x; match y:\n case 1: pass", "x; match: \n case 1: pass", "pass; match -1", "pass; match (1), 2", "pass; match [1]: 2", "pass; match 1":
    try:
        compile(text, "made", "exec")
        print(repr(text), "is right")
    except SyntaxError as error:
        print(repr(text), type(error).__name__, error.msg)
