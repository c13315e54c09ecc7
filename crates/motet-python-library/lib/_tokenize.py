"""The tokens of Python programs, for `tokenize`: the compiler's scanner does the work."""

import _ast_core


class TokenizerIter:
    """Iterates over (type, text, start, end, lines) of the tokens in the lines of `readline`."""

    def __init__(self, readline, *, encoding=None, extra_tokens=False):
        if not callable(readline):
            raise TypeError("readline argument must be callable")
        self._readline = readline
        self._encoding = encoding
        self._extra = extra_tokens
        self._tokens = self._error = None

    def __iter__(self):
        return self

    def __next__(self):
        if self._tokens is None:
            self._scan()
        for token in self._tokens:
            return token
        error, self._error = self._error, None
        raise error or StopIteration

    def _lines(self):
        while True:
            try:
                line = self._readline()
            except StopIteration:
                return
            if self._encoding is not None:
                if not isinstance(line, bytes):
                    kind = type(line).__name__
                    raise TypeError(f"readline() returned a non-bytes object: {kind}")
                line = line.decode(self._encoding)
            elif not isinstance(line, str):
                kind = type(line).__name__
                raise TypeError(f"readline() returned a non-string object: {kind}")
            if not line:
                return
            yield line

    def _scan(self):
        text = "".join(self._lines())
        tokens, self._error = _ast_core.tokens(text, "<string>", self._extra)
        self._tokens = iter(tokens)
