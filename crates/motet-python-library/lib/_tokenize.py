"""The tokens of Python programs, for `tokenize`: the compiler's scanner does the work.

It gets one line at a time, so that no line is read before the tokens of those above it were given.
Most lines are plain (`line_tokens`). From one on that is not, the parser's scanner gets the logical
line, and the tokens that were given are not given again. The indentation of the lines above stands
before it, as lines of one number each:

    lines above      0        \\
    that are open        0    /  not told       the logical line      its tokens, with their rows moved
"""

import re

import _ast_core

_ENDMARKER, _INDENT, _DEDENT, _OP, _COMMENT, _NL = 0, 5, 6, 55, 65, 66
# What begins and ends formatted literals and templates.
_FORMATTED = (59, 61), (62, 64)
_CLOSED_BY = {"(": ")", "[": "]", "{": "}"}
# What the scanner complains of where the next line may make it right.
_GOES_ON = ("unexpected EOF", "unterminated triple-quoted", "was never closed")
_LINE_IN_TEXT = re.compile(r"line (\d+)")
# Of more lines than this the brackets are counted before they are scanned again.
_FEW = 64


class TokenizerIter:
    """Iterates over (type, text, start, end, lines) of the tokens in the lines of `readline`."""

    def __init__(self, readline, *, encoding=None, extra_tokens=False):
        if not callable(readline):
            raise TypeError("readline argument must be callable")
        self._readline = readline
        self._encoding = encoding
        self._extra = extra_tokens
        self._tokens, self._error = iter(()), None
        # The blanks of the open indentations; how many lines were scanned.
        self._indents, self._row = [""], 0
        # The lines of a logical line that is not complete, how many of their tokens are given, and
        # the brackets that close it.
        self._lines, self._given, self._open = [], 0, ""
        self._is_done = False

    def __iter__(self):
        return self

    def __next__(self):
        while True:
            for token in self._tokens:
                return token
            error, self._error = self._error, None
            if error or self._is_done:
                raise error or StopIteration
            self._scan()

    def _line(self):
        try:
            line = self._readline()
        except StopIteration:
            return ""
        if self._encoding is not None:
            if not isinstance(line, bytes):
                kind = type(line).__name__
                raise TypeError(f"readline() returned a non-bytes object: {kind}")
            return line.decode(self._encoding)
        if not isinstance(line, str):
            kind = type(line).__name__
            raise TypeError(f"readline() returned a non-string object: {kind}")
        return line

    def _scan(self):
        """Reads a line, or lines until the scanner is content with them."""
        line = self._line()
        lines = self._lines
        if line and self._extra:
            row = self._row + len(lines) + 1
            found = _ast_core.line_tokens(line, row, self._indents, self._open)
            if found is not None:
                tokens, begun, ended, self._open = found
                if ended:
                    del self._indents[-ended:]
                if begun:
                    self._indents.append(tokens[0][1])
                if self._open:
                    lines.append(line)
                    self._given += len(tokens) - ended - begun
                elif lines:
                    self._row, self._lines, self._given = row, [], 0
                else:
                    self._row = row
                self._tokens = iter(tokens)
                return
        given, self._lines, self._given, self._open = self._given, [], 0, ""
        self._scan_more(lines, line, given)

    def _scan_more(self, lines, line, given):
        """Reads further lines until the scanner is content with them."""
        before = "".join([blanks + "0\n" for blanks in self._indents]) if self._indents[1:] else ""
        opened, counted, count = 0, 0, len(lines)
        while True:
            lines.append(line)
            count += 1
            if line:
                if not line.endswith("\n") or line.endswith(("\\\n", "\\\r\n")):
                    line = self._line()
                    continue
                if count > _FEW and count & count - 1:
                    more = "".join(lines[counted:])
                    opened += sum(map(more.count, "([{")) - sum(map(more.count, ")]}"))
                    counted = count
                    if opened > 0:
                        line = self._line()
                        continue
            text = "".join(lines)
            hidden = len(self._indents) if before else 0
            tokens, error = _ast_core.tokens(
                before + text, "<string>", self._extra, hidden, self._row
            )
            goes_on = error is not None and any(words in error.msg for words in _GOES_ON)
            if not (line and goes_on):
                break
            if self._give_begun(lines, tokens, given, error):
                return
            line = self._line()
        self._is_done = not line
        self._row += text.count("\n")
        self._indent(tokens)
        if self._is_done:
            self._end(tokens, text)
        self._tokens = iter(tokens[given:] if given else tokens)
        if error is not None:
            self._is_done = True
            self._error = _moved_error(error, self._row - text.count("\n") - hidden, text)

    def _give_begun(self, lines, tokens, given, error):
        """Gives the tokens of a logical line that goes on in brackets; whether it does so."""
        kinds = [token[0] for token in tokens]
        if "multi-line statement" not in error.msg or kinds[-1:] != [_NL]:
            return False
        if any(kinds.count(start) != kinds.count(end) for start, end in _FORMATTED):
            return False
        closing = []
        for kind, text, *_ in tokens:
            if kind == _OP and text in _CLOSED_BY:
                closing.append(_CLOSED_BY[text])
            elif kind == _OP and text in ")]}":
                closing.pop()
        self._indent(tokens)
        self._lines, self._open = lines, "".join(closing)
        self._given = len(kinds) - kinds.count(_INDENT) - kinds.count(_DEDENT)
        self._tokens = iter(tokens[given:] if given else tokens)
        return True

    def _indent(self, tokens):
        """Follows the indentation, which changes before the first word only."""
        if not self._is_done:
            # There are more lines: they decide what ends here.
            while tokens and tokens[-1][0] in (_ENDMARKER, _DEDENT) and not tokens[-1][4]:
                tokens.pop()
        ended = 0
        for token in tokens:
            kind = token[0]
            if kind == _INDENT:
                self._indents.append(token[1])
            elif kind == _DEDENT:
                ended += 1
            elif kind not in (_COMMENT, _NL):
                break
        if ended:
            del self._indents[-ended:]

    def _end(self, tokens, text):
        """Where the last line has no end, what ends there stands behind it."""
        if not text or text.endswith("\n"):
            return
        place, row = len(tokens) - 1, self._row + 2
        while place > 0 and tokens[place][0] in (_ENDMARKER, _DEDENT):
            tokens[place] = (tokens[place][0], "", (row, 0), (row, 0), "")
            place -= 1
        if self._extra and len(tokens) > 1 and tokens[-2][0] == _COMMENT:
            _, _, _, (row, column), line = tokens[-2]
            tokens.insert(-1, (_NL, "", (row, column), (row, column + 1), line))


def _moved_error(error, shift, text):
    """An error of the new lines, in the row where it is in the whole text."""
    message, (filename, row, column, line, end_row, end_column) = error.args
    message = _LINE_IN_TEXT.sub(lambda found: f"line {int(found[1]) + shift}", message)
    row, end_row = [place and place + shift for place in (row, end_row)]
    if type(error) is IndentationError:
        line = line.rstrip("\n")
        column, end_row, end_column = len(line) + 1, None, None
    elif message.startswith("unexpected EOF") and not text.endswith("\\\n"):
        # The last line.
        row, column = row - text.endswith("\n"), 0
    return type(error)(message, (filename, row, column, line, end_row, end_column))
