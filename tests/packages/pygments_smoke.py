# Pygments: lexers of several languages, formatters, guesses, tokens in threads.
from concurrent.futures import ThreadPoolExecutor

from pygments import highlight, lex
from pygments.formatters import HtmlFormatter, LatexFormatter, NullFormatter, Terminal256Formatter
from pygments.lexers import get_all_lexers, get_lexer_by_name, guess_lexer_for_filename
from pygments.styles import get_style_by_name

SOURCES = {
    "python": "@d\ndef f(x: int) -> str:\n    return f'{x!r} é' + \"\\n\"  # note\n",
    "c": "#include <a.h>\nint main(void) { return 'x' + 0x1F; /* c */ }\n",
    "html": "<p class='a'>x &amp; <script>let y = `a${b}`;</script></p>\n",
    "rust": "fn main() { let x: &'static str = r#\"a\"#; println!(\"{}\", x); }\n",
    "json": '{"a": [1, 2.5e3, null, "\\u00e9"]}\n',
    "sql": "SELECT a, count(*) FROM b WHERE c = 'd' GROUP BY a;\n",
    "yaml": "a: [1, two]\nb:\n  - &x y\n",
    "bash": "for f in *.py; do echo \"$f\" | wc -l; done\n",
}


def work(name):
    lexer = get_lexer_by_name(name)
    return [(str(kind), text) for kind, text in lex(SOURCES[name], lexer)]


with ThreadPoolExecutor(4) as pool:
    for name, tokens in zip(SOURCES, pool.map(work, SOURCES)):
        print(name, tokens)
        assert "".join(text for _, text in tokens) == SOURCES[name]
python = get_lexer_by_name("python")
print(highlight(SOURCES["python"], python, HtmlFormatter(linenos="table", hl_lines=[2])))
print(highlight(SOURCES["c"], get_lexer_by_name("c"), LatexFormatter()))
print(repr(highlight(SOURCES["json"], get_lexer_by_name("json"), Terminal256Formatter(style="monokai"))))
print(guess_lexer_for_filename("a.h", SOURCES["c"]).name, len(list(get_all_lexers())) > 500)
print(get_style_by_name("default").background_color, HtmlFormatter().get_style_defs(".x").splitlines()[:2])
