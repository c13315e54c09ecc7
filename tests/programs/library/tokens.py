import io, tokenize

source = '''# comment
def f(a, b=1):  # more
    """Doc
    string"""

    if a != b: return f"{a!r:>{b}9} text"

    x = [1,
         0x1F, 2.5e3]
é = lambda: ...
'''
for token in tokenize.generate_tokens(io.StringIO(source).readline):
    print(tokenize.tok_name[token.type], tokenize.tok_name[token.exact_type], token.string, token.start, token.end)
print(tokenize.untokenize(tokenize.generate_tokens(io.StringIO(source).readline)) == source)
print([token.string for token in tokenize.tokenize(io.BytesIO(b"# -*- coding: latin-1 -*-\nx = '\xe9'\n").readline)])
for bad in ("x = 'abc\n", "(1,\n", "if a:\n        b\n    c\n"):
    try:
        for token in tokenize.generate_tokens(io.StringIO(bad).readline):
            pass
    except (tokenize.TokenError, SyntaxError) as error:
        print(type(error).__name__)
