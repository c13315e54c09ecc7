# Indentation by tabs and spaces: what a tab's width decides is refused, and what ends no block.
def told(source):
    try:
        compile(source, "s", "exec")
    except SyntaxError as error:
        return f"{type(error).__name__} {error}"
    return "compiles"


for source in [
    "if 1:\n  \t if 2:\n        x\n",
    "if 1:\n \t if 2:\n        x\n",
    "if 1:\n  \t if 2:\n         x\n",
    "if 1:\n  \t if 2:\n          x\n",
    "if 1:\n        if 2:\n  \t x\n",
    "if 1:\n\tif 2:\n        x\n",
    "if 1:\n        a\n\tb\n",
    "if 1:\n  \ta\n        b\n",
    "if 1:\n   \ta\n\tb\n",
    "if 1:\n  \t a\n\t b\n",
    "if 1:\n  \t if 2:\n\t\tx\n",
    "if 1:\n  \x0c a\n  b\n",
]:
    print(repr(source), told(source))
for source in [
    "if 1:\n\t\\\n\ta\n",
    "if 1:\n\tx='''\n  a\n b'''\n\ty\n",
    "if 1:\n\tx=(1,\n 2)\n\ty\n",
    "\tx\n",
    "if 1:\n\tx\n  # c\n\ty\n",
    "class A:\n\tdef f(self):\n\t\treturn 1\n\n\tdef g(self):\n\t    return 2\n",
    "if 1:\n\tx\n \ty\n",
    "if 1:\n\t x\n\t\ty\n",
    "if 1:\n\tx; y\n\tz\n",
    "if 1:\n    if 2:\n\tx\n",
    "if 1:\n    if 2:\n\tx\n    y\n",
    "x = f'{\t1}'\nif 1:\n        y\n\tz\n",
    "if 1:\n\tx\n        y\n",
    "if 1:\n\tx\r\n\ty\r\n",
    "for i in 1,:\n  \t for b in c:\n        r\n        if b:\n            s\n",
]:
    print(repr(source), told(source))
