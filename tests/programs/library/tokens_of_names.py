"""Names with characters that no identifier has, as `tokenize` shows them."""

import io
import tokenize

TEXTS = [
    "°C = 1\n", "a°b\n", "a °b\n", "°\n", "€1 + €\n", "µm°°x1 = ²\n", "a\u00a0b\n", "x°y.z°(°)\n", "«if»\n",
    "é1 = 2\n", "a$°\n", "if°:\n    pass°\n", "'°'°\n", "# °\n°\n", "\U0001f600 = 1\n", "x = [°,\n  €]\n", "1 °\n",
]
for text in TEXTS:
    told = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            told.append((tokenize.tok_name[token.type], token.string, token.start, token.end, token.line))
    except tokenize.TokenError as error:
        told.append(error.args)
    print(ascii(text))
    for one in told:
        print("   ", ascii(one))
for text in TEXTS[:3]:
    try:
        compile(text, "<text>", "exec")
    except SyntaxError as error:
        print(ascii(error.msg), error.offset)
for text in ("x = 'a\n", "x = '''a\n", "f'a\n", "x = 0x\n", "b'é' + 'x'\n", "(\n", "'\\N{foo}' + a\n", "f'''{x}\n", "0xg\n", "a = $\n"):
    told = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            told.append((tokenize.tok_name[token.type], token.string))
    except tokenize.TokenError as error:
        told.append(error.args[0])
    print(ascii(text), ascii(told))
for text in ("x = f'a{{1,3}}b'\n", "f'{{'\n", "f'}}{x}{{{{'\n", "f'''{{\n}}\n'''\n", "f'{{{x}}}'\n", "rf'{{é}}{x:>5}'\n", "t'{{{x}}}'\n"):
    tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    middles = [token for token in tokens if "MIDDLE" in tokenize.tok_name[token.type]]
    print(ascii([(token.string, token.start, token.end) for token in middles]), tokenize.untokenize(tokens) == text)
