"""Compiling source that is typed line by line: is it complete, may it go on, or is it wrong?"""

import __future__

_FEATURES = [getattr(__future__, name) for name in __future__.all_feature_names]

__all__ = ["compile_command", "Compile", "CommandCompiler"]

# As CPython's: the compiler here takes no notice of them.
PyCF_DONT_IMPLY_DEDENT = 0x200
PyCF_ONLY_AST = 0x400
PyCF_ALLOW_INCOMPLETE_INPUT = 0x4000

_COMPOUND = frozenset("async class def for if try while with".split())
_STATEMENTS = _COMPOUND | frozenset(
    "assert break continue del from global import nonlocal pass raise return".split()
)
_GOES_ON = (
    "was never closed", "unterminated triple-quoted", "expected 'except' or 'finally' block",
)


def _content(source):
    """The lines of a source with something in them."""
    return [
        line for line in source.split("\n") if line.strip() and not line.lstrip().startswith("#")
    ]


def _first_word(line):
    count = 0
    while count < len(line) and (line[count].isalnum() or line[count] == "_"):
        count += 1
    return line[:count]


def _may_go_on(source, error):
    """Whether more lines could make a source right that is wrong as it is."""
    message = str(error.msg)
    if any(text in message for text in _GOES_ON):
        return True
    last = _content(source)[-1].strip()
    if source.endswith("\\") or source == "\\\n" or last.startswith("@") and last != "@":
        return True
    # Blank lines do not end what a block wants.
    is_last = (error.lineno or 0) >= source.rstrip().count("\n") + 1
    return message.startswith("expected an indented block") and is_last


def _is_statement(source):
    """Whether a source begins as no expression can, however it may go on."""
    first = _content(source)[0].lstrip()
    word = _first_word(first)
    if word in _STATEMENTS or first.startswith("@") or word == "match" and first.endswith(":"):
        return True
    # An assignment: what stands before the sign is one target.
    before, equals, after = first.partition("=")
    is_target = all(letter.isalnum() or letter in "_. \t" for letter in before)
    return bool(equals) and is_target and not after.startswith("=")


def _is_open(source):
    """Whether a source that is right as it is ends in a block that may have more lines."""
    if source.endswith("\n"):
        return False
    first = _content(source)[0]
    word = _first_word(first)
    return first.startswith("@") or word in _COMPOUND or word == "match" and _is_match(source)


def _is_match(source):
    """Whether `match` begins a statement of that name: it may be a variable."""
    try:
        tree = compile(source + "\n", "<input>", "single", PyCF_ONLY_AST, True)
    except SyntaxError:
        return False
    return type(tree.body[0]).__name__ == "Match"


def _maybe_compile(compiler, source, filename, symbol, flags):
    if not _content(source):
        # Blank and comment lines are nothing; an expression there must be.
        if symbol == "eval":
            return None
        source = "pass"
    # A block on one line is a statement only if its line ends.
    text = source if source.endswith("\n") else source + "\n"
    import warnings
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", (SyntaxWarning, DeprecationWarning))
        is_right = False
        try:
            compiler(text, filename, symbol)
            is_right = True
        except SyntaxError as error:
            is_wrong = symbol == "eval" and _is_statement(source)
            if not is_wrong and _may_go_on(source, error):
                return None
    if is_right and symbol == "single" and _is_open(source):
        return None
    # This time warnings are heard, of a command that is wrong too.
    return compiler(text, filename, symbol)


def compile_command(source, filename="<input>", symbol="single", flags=0):
    """The code of a command; None if it is not complete."""
    return _maybe_compile(compile, source, filename, symbol, flags)


class Compile:
    """Compiles, and remembers `from __future__ import` of the source that it has compiled."""

    def __init__(self):
        self.flags = PyCF_DONT_IMPLY_DEDENT | PyCF_ALLOW_INCOMPLETE_INPUT

    def __call__(self, source, filename, symbol, flags=0, **kwargs):
        known = 0
        for feature in _FEATURES:
            known |= self.flags & feature.compiler_flag
        code = compile(source, filename, symbol, known | flags & PyCF_ONLY_AST, True)
        found = getattr(code, "co_flags", 0)
        for feature in _FEATURES:
            if found & feature.compiler_flag:
                self.flags |= feature.compiler_flag
        return code


class CommandCompiler:
    """As `compile_command`, with the memory of `Compile`."""

    def __init__(self):
        self.compiler = Compile()

    def __call__(self, source, filename="<input>", symbol="single"):
        return _maybe_compile(self.compiler, source, filename, symbol, self.compiler.flags)
