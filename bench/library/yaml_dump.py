"""PyYAML: a document written."""
# needs: yaml

from support.packages import short
from support.repeated import run

import yaml

TURNS = {"T": 1, "S": 190, "W": 950, "A": 9500}
DOCUMENT = {"k%d" % number: {"a": [1, 2.5, "x"], "b": None} for number in range(30)}


def work():
    return short(yaml.safe_dump(DOCUMENT))


if __name__ == "__main__":
    run("yaml_dump", __doc__, TURNS, work, 782476573)
