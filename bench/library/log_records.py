"""logging: records formatted and handled."""

import io
import logging

from support.packages import short
from support.repeated import run

TURNS = {"T": 1, "S": 520, "W": 2600, "A": 26000}

def work():
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))
    logger = logging.Logger("shop")
    logger.addHandler(handler)
    for number in range(150):
        logger.debug("not %d", number) if number % 3 else logger.warning("sold %d", number)
    return short(stream.getvalue())


if __name__ == "__main__":
    run("log_records", __doc__, TURNS, work, 43648701)
