# readlines(hint): no line more once the total is over the hint; that of BytesIO stops when it is reached.
import decimal
import io
import os
import tempfile

TEXT = "abc\nde\nfghi\nj"


class Wrapped:
    def __index__(self):
        return 5


with tempfile.TemporaryDirectory() as folder:
    name = os.path.join(folder, "lines")
    with open(name, "w") as file:
        file.write(TEXT)
    for hint in (None, -1, 0, 1, 3, 4, 5, 7, 8, 100):
        row = [io.StringIO(TEXT).readlines(hint), io.BytesIO(TEXT.encode()).readlines(hint)]
        for mode in ("r", "rb"):
            with open(name, mode) as file:
                row.append(file.readlines(hint))
        print([len(lines) for lines in row])
print(io.StringIO(TEXT).readlines(Wrapped()))
for stream, hint in ((io.StringIO(TEXT), "4"), (io.BytesIO(), "4"), (io.BytesIO(), Wrapped())):
    try:
        stream.readlines(hint)
    except TypeError as error:
        print(error)

# divmod by zero is two signals; InvalidOperation is looked for first.
for traps in ([decimal.InvalidOperation, decimal.DivisionByZero], [decimal.DivisionByZero], []):
    with decimal.localcontext() as context:
        for signal in context.traps:
            context.traps[signal] = signal in traps
        try:
            print(divmod(decimal.Decimal("1.5"), decimal.Decimal(0)))
        except ArithmeticError as error:
            print(type(error).__name__)
