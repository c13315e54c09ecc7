# Tokens of formatted literals in brackets over several lines are given before further lines are
# read: programs that count the lines in `readline` (pycodestyle) rely on that.
import io
import tokenize

SOURCES = [
    '''def f():
    x = (
        f"a: {b}\\n"  # comment
        f"q{z!r:>9}"

        "c", [
            d, f'e',
        ],
    )
    if m:
        state += (
            f"q"
        )
    return 1
z = {1: f"x",
  # inside
2: (f"y"
    ), 3: 4}
if z: (f"a",
  1)
''',
    "x = (f'a'\n",
    "x = (f'a'))\n",
    "if 1:\n  x = (f'a',\n b]\n",
    "  (f'a',\n b)\n x\n",
]


def show(source):
    lines, read = io.StringIO(source), []

    def readline():
        line = lines.readline()
        read.append(line)
        return line

    try:
        for token in tokenize.generate_tokens(readline):
            print(*token[:4], len(read))
    except (SyntaxError, tokenize.TokenError) as error:
        print(type(error).__name__, error.args)


for source in SOURCES:
    show(source)

# Many lines are not scanned again for each.
source = "x = [\n" + "f'a{b}', 1,\n" * 2000 + "]\ny = 1\n"
print(sum(1 for token in tokenize.generate_tokens(io.StringIO(source).readline)))
