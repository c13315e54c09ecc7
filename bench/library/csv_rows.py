"""csv: rows written and read."""

import csv
import io

from support.repeated import run

TURNS = {"T": 1, "S": 3300, "W": 16500, "A": 165000}
ROWS = [[str(number), "text, with %d" % number, "", 'a "quoted" word'] for number in range(200)]


def work():
    file = io.StringIO()
    csv.writer(file).writerows(ROWS)
    text = file.getvalue()
    return len(text), list(csv.reader(io.StringIO(text))) == ROWS


if __name__ == "__main__":
    run("csv_rows", __doc__, TURNS, work, (8380, True))
