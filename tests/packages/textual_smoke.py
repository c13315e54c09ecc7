# textual drives an application without a terminal: widgets, keys, clicks, styles, messages, workers.
import asyncio

from textual.app import App
from textual.containers import Horizontal
from textual.reactive import reactive
from textual.widgets import Button, DataTable, Input, Label, ListItem, ListView


class Shop(App):
    CSS = "#row { height: 3; } Button.big { width: 20; } Label { color: red; }"
    BINDINGS = [("d", "dark", "Dark"), ("q", "quit", "Quit")]
    count = reactive(0)

    def compose(self):
        yield Label("0", id="count")
        with Horizontal(id="row"):
            yield Button("Add", id="add", classes="big")
            yield Button("Clear", id="clear")
        yield Input(placeholder="name", id="name")
        yield DataTable(id="table")
        yield ListView(ListItem(Label("one")), ListItem(Label("two")), id="list")

    def on_mount(self):
        table = self.query_one(DataTable)
        table.add_columns("name", "price")
        table.add_rows([("Emma", 5), ("Anna", 7)])

    def watch_count(self, old, new):
        self.query_one("#count", Label).update(str(new))

    def on_button_pressed(self, event):
        self.count = self.count + 1 if event.button.id == "add" else 0

    def on_input_submitted(self, event):
        self.query_one(DataTable).add_row(event.value, len(event.value))


async def main():
    app = Shop()
    async with app.run_test(size=(60, 30)) as pilot:
        await pilot.click("#add")
        await pilot.click("#add")
        await pilot.pause()
        print(app.count, app.query_one("#count", Label).content)
        await pilot.click("#name")
        await pilot.press(*"War", "backspace", "x", "enter")
        await pilot.pause()
        table = app.query_one(DataTable)
        print(table.row_count, [table.get_row_at(n) for n in range(table.row_count)])
        await pilot.click("#clear")
        await pilot.pause()
        print(app.count, app.query_one("#add").region, app.query_one("#add").styles.width, app.query_one(Label).styles.color)
        app.query_one(ListView).focus()
        await pilot.press("down", "down")
        print(app.query_one(ListView).index, app.focused.id)
        print([widget.id for widget in app.query("#row > *")], len(app.query("*")))
        await pilot.press("tab")
        print(app.focused.id)
        print([line.text.strip() for line in app.screen._compositor.render_strips()][:3])
    print(app.return_code)


asyncio.run(main())
