"""What stands right behind a number: a keyword, a part of a name, another letter."""

import warnings

warnings.simplefilter("ignore")

for source in (
    "5async", "5as", "0x5as", "0o7as", "1.as", "5or", "5and", "5in", "5import", "5None", "5with", "5match",
    "0b1for", "0x1or", "1jif", "1e5else", "5elif", "x = 5as", "f(5as)", "[5await x]", "{5lambda: 1}",
    "5andy", "5orx", "5inx", "5isx", "5notx", "5elsewhere", "5forx", "5ifx", "0b1and", "1jand",
    "1é", "0x1é", "1jé", "1.é", "1_é", "00é", "1ª", "1.2.3", "0x1.5", "0b1.5", "1j.5", "1.5.real",
    "5async def f(): pass", "5 as", "5$", "5?", "1if 1else 2", "[5for x in y]", "5not in x", "5or 5",
    "0b12", "0o18", "0b1a", "1__0", "1_",
):
    try:
        compile(source, "<text>", "exec")
    except SyntaxError as error:
        print(source, "->", error.msg, error.offset)
    else:
        print(source, "-> compiles")
