"""PyYAML: a document read."""
# needs: yaml

from support.packages import short
from support.repeated import run

import yaml

TURNS = {"T": 1, "S": 84, "W": 420, "A": 4200}
TEXT = "\n".join('k%d: {a: [1, 2.5, x], b: "q", c: ~}' % number for number in range(30))


def work():
    return short(yaml.safe_load(TEXT))


if __name__ == "__main__":
    run("yaml_load", __doc__, TURNS, work, 684232013)
