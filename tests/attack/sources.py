"""Attack: texts that are hardly Python. Compilers agree about which are, and never end a process."""

import pathlib
import random

PRELUDE = '''
import warnings

warnings.simplefilter("ignore")


def attempt(source):
    try:
        compile(source, "source", "exec")
    except UnicodeEncodeError:
        # CPython refuses docstrings with lone surrogates, Motet does not (docs/python.md).
        print("source compiles")
    except (SyntaxError, ValueError, OverflowError, RecursionError, MemoryError) as error:
        # One kind of mistake may be told as another.
        print("source", type(error).__name__ in ("ValueError", "OverflowError") or "refused")
    else:
        print("source compiles")
'''

PIECES = [
    "(", ")", "[", "]", "{", "}", ":", ",", "=", "==", ":=", "*", "**", "->", ".", "...", "@", ";",
    "\n", "\n    ", "\t", "\\\n", "#", "'", '"', '"""', "f'", "b'", "rb'", "t'", "{x!r}", "0x", "1e",
    "1_0", "0777", "lambda", "def f():", "class", "return", "yield", "await", "async", "for", "while",
    "try:", "except", "except*", "finally:", "with", "match x:", "case", "if", "else", "import",
    "from . import *", "global x", "nonlocal x", "del", "assert", "raise", "type X =", "[T]", "None",
    "\x00", "\x0c", "\ufeff", "é", "\u2028", "\U0001f600", "print(", "not", "is", "in", "_", "__debug__",
]
SOURCES = sorted((pathlib.Path(__file__).parent.parent / "programs").glob("*/*.py"))


def mutated(text, chosen):
    """A part of a text with some pieces in it that do not belong there."""
    lines = text.splitlines(keepends=True)
    start = chosen.randrange(len(lines) or 1)
    text = "".join(lines[start:start + chosen.randrange(1, 12)])
    for _ in range(chosen.randrange(1, 4)):
        at = chosen.randrange(len(text) + 1)
        length = chosen.choice([0, 0, 1, 1, 2, 5, 20])
        piece = chosen.choice(PIECES)
        match chosen.randrange(4):
            case 0:
                text = text[:at] + piece + text[at:]
            case 1:
                text = text[:at] + text[at + length:]
            case 2:
                text = text[:at] + piece + text[at + length:]
            case 3:
                text = text[:at] + text[at:at + length] * 3 + text[at + length:]
    return text


def case(seed):
    chosen = random.Random(seed)
    statements = []
    for _ in range(20):
        text = mutated(chosen.choice(SOURCES).read_text(encoding="utf-8", errors="replace"), chosen)
        statements.append(f"attempt({text.encode('utf-8', 'surrogatepass')!r})\n")
    return statements


def prelude():
    return PRELUDE
