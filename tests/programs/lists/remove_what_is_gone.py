# remove() of an item whose comparison changes the list.
class Item:
    def __init__(self, answer, change):
        self.answer, self.change = answer, change

    def __eq__(self, other):
        self.change()
        return self.answer


for answer in True, False:
    for change in (
        lambda: items.clear(), lambda: items.pop(), lambda: items.__setitem__(slice(0, 2), []),
    ):
        items = [1, Item(answer, change), 3]
        try:
            items.remove(2)
        except ValueError as error:
            print(error, end=" ")
        print([item if isinstance(item, int) else "item" for item in items])
