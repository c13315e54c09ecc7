"""JSON: documents to text and back."""

import json

from support.repeated import run

TURNS = {"T": 1, "S": 240, "W": 1_200, "A": 12_000}


def document(number):
    return {
        "number": number,
        "name": f"entry {number} \u00e9\n",
        "values": [number * 0.5, -number, None, number % 2 == 0],
        "nested": {"list": [{"deep": [1, 2, [3]]}] * 3, "empty": {}},
    }


DOCUMENTS = [document(number) for number in range(60)]


def work():
    text = json.dumps(DOCUMENTS)
    back = json.loads(text)
    indented = json.dumps(back[:10], indent=2, sort_keys=True)
    return back == DOCUMENTS, len(text), len(indented)


if __name__ == "__main__":
    run("json_documents", __doc__, TURNS, work, (True, 11019, 5706))
