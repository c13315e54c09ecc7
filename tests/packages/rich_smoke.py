# Tables, markup, trees, highlighted source, progress, on a console of our own.
import io

from rich.console import Console
from rich.markdown import Markdown
from rich.panel import Panel
from rich.pretty import pretty_repr
from rich.syntax import Syntax
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

output = io.StringIO()
console = Console(file=output, width=40, force_terminal=True, color_system="truecolor",
                  legacy_windows=False)
table = Table(title="Fruits")
table.add_column("name", justify="right", style="cyan")
table.add_column("count")
table.add_row("apple", "[bold]3[/bold]")
console.print(table)
console.print("[red]red[/red] plain", Panel("inside"))
tree = Tree("root")
tree.add("leaf").add("[green]end")
console.print(tree, Markdown("# Title\n\n* one\n* two"), Syntax("def f(): return 1", "python"))
text = output.getvalue()
assert "\x1b[31mred\x1b[0m" in text and "apple" in text and "└── " in text and "╭" in text
assert pretty_repr({"a": list(range(30))}).count("\n") > 3
assert Text.from_markup("[b]x[/b]y").plain == "xy"
print("ok")
