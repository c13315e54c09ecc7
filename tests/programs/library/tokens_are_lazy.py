# Tokens are given before the lines below them are read, in the rows and with the indentations of the whole text.
import io
import tokenize


class Lines:
    def __init__(self, lines):
        self.lines, self.count = iter(lines), 0

    def __call__(self):
        self.count += 1
        return next(self.lines, "")


lines = Lines(["if a:\n", "  b\n", "  # c\n", "\n", "  if d:\n", "    e\n", "f\n", "z\n"])
for token in tokenize.generate_tokens(lines):
    print(lines.count, tokenize.tok_name[token.type], token.start, token.end, repr(token.line))


def endless():
    while True:
        yield "word\n"


lines = Lines(endless())
tokens = tokenize.generate_tokens(lines)
print([next(tokens).string for _ in range(5)], lines.count)
lines = Lines(["good\n", "more\n", "wrong = (]\n", "never read\n"])
try:
    for token in tokenize.generate_tokens(lines):
        print(token.string.strip(), end=" ")
except tokenize.TokenError as error:
    print(error, lines.count)
for text in (
    "if 1:\n  a\n   b\n", "if 1:\n    b\n  cc\nd\n", "if 1:\n  (a\n", "x = [1,\n# c\n", "if a:\n  x", "# c",
    "if 1:\n  x = '''a\nb\n", "if 1:\n\tx\n\tf'''\n{y}\n'''\nz\n", "a = 1 + \\\n  2\nb\n", "x = (\n" + "(1, 2),\n" * 100 + ")\ny\n",
):
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
        print(len(tokens), *[(tokenize.tok_name[token.type], token.start, token.end) for token in tokens[-5:]])
    except IndentationError as error:
        print("IndentationError", error.args)
    except tokenize.TokenError as error:
        print(error)
