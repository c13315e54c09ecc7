"""Lines that are scanned alone, and lines of which the parser's scanner sees a whole statement."""
import io
import tokenize

SOURCE = '''\
class C(Base):
    """Words,

    and more of them.
    """

    buffer: list[str] = field(default_factory=list)
    def f(self, a,
          b=f"{a!r:>4}",
          *args, **kw) -> int:
        return [x for x in (1, 2.5, 0x1f, 1e5)
                # a comment inside
                if x not in {'a': """one
two""", "b": b'\\\\'}

                and x]

    # between

        # far
    if (a @ b) != c // d: a **= 3; b >>= 2
    else:
\tpass
t = x \\
    + y
'''


def show(source):
    reads = iter(source.splitlines(True))
    try:
        for token in tokenize.generate_tokens(lambda: next(reads, "")):
            print(tokenize.tok_name[token.exact_type], token.string, *token.start, *token.end, repr(token.line))
    except (tokenize.TokenError, SyntaxError) as error:
        print(type(error).__name__, *error.args[:1])


show(SOURCE)
# Errors behind lines that were given already.
show("if x:\n    f(a,\n      b]\n")
show("if x:\n    f(a,\n      'open\n")
show("if x:\n        f(a)\n    b\n")
show("f(a,\n  [b,\n")
show("x = {1: [2, (3,\n  4)], 5: '''\n6''' }\ny\n")
for step in tokenize.tokenize(io.BytesIO("if x:\n  y = 'ü'\n  z = 1\n".encode()).readline):
    print(step)
