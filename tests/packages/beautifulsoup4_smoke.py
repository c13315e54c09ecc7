# Beautiful Soup: searching, selecting, changing and printing a damaged page.
from bs4 import BeautifulSoup, Comment, SoupStrainer

PAGE = """<!doctype html><html><head><title>Shop &amp; more</title></head><body class="a b">
<!-- note --><h1 id=top>Books<br>here</h1><ul><li class="item new" data-n='1'>Emma <b>5</b><li class=item data-n=2>Anna</ul>
<p>one<p>two &eacute; <a href="/x?a=1&b=2">link</a> <script>if (a < b) {}</script></body>"""
for parser in "html.parser", "html5lib":
    soup = BeautifulSoup(PAGE, parser)
    print(soup.title.string, soup.body["class"], [item["data-n"] for item in soup.find_all("li")])
    print([a["href"] for a in soup.select("p > a[href^='/x']")], soup.select_one("li.item:not(.new)").get_text(strip=True))
    print(soup.find(string=lambda text: isinstance(text, Comment)), soup.h1.get_text("|"), soup.h1.next_sibling.name)
    first = soup.li
    first.string = "Persuasion <1>"
    first["title"] = 'a "b"'
    first.insert_after(soup.new_tag("li", attrs={"class": "made"}))
    soup.script.decompose()
    soup.a.unwrap()
    soup.h1.wrap(soup.new_tag("div"))
    print(soup.ul)
    print(soup.body.prettify(formatter="minimal"))
    print([parent.name for parent in soup.b.parents] if soup.b else "no b", len(list(soup.descendants)))
print(BeautifulSoup(PAGE, "html.parser", parse_only=SoupStrainer("li")).find_all(True).__len__())
print(BeautifulSoup("<p>caf\xe9</p>".encode("latin-1"), "html.parser", from_encoding="latin-1").p.encode("ascii"))
