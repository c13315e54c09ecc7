"""Markdown: a page with tables and code to HTML."""
# needs: markdown

from support.packages import short
from support.repeated import run

import markdown

TURNS = {"T": 1, "S": 140, "W": 700, "A": 7000}
PAGE = """# Title

Some *text* with **bold**, `code` and a [link](http://example.org "title").

* one
* two
    * nested

> a quotation

1. first
2. second

```python
x = 1
```

| a | b |
|---|---|
| 1 | 2 |

""" * 6


def work():
    return short(markdown.markdown(PAGE, extensions=["tables", "fenced_code"]))


if __name__ == "__main__":
    run("markdown_page", __doc__, TURNS, work, 3570359576)
