"""Counting words: split lines, strip, lower, count in a dict, show the most frequent."""

from support.repeated import run

TURNS = {"T": 1, "S": 1080, "W": 3600, "A": 36000}
SYLLABLES = ("ba", "co", "di", "fu", "ge", "ha", "ki", "lo")


def lines(count):
    state = 12_345
    for _ in range(count):
        words = []
        for _ in range(8):
            state = (state * 1_103_515_245 + 12_345) & 0x7FFFFFFF
            first = SYLLABLES[state >> 8 & 7]
            second = SYLLABLES[state >> 16 & 7]
            words.append(first.capitalize() + second + ("," if state & 64 else ""))
        yield " ".join(words) + "."


TEXT = "\n".join(lines(200))


def work():
    counts = {}
    for line in TEXT.splitlines():
        for word in line.split():
            word = word.strip(",.").lower()
            counts[word] = counts.get(word, 0) + 1
    frequent = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:3]
    return [len(counts), sum(counts.values()), *frequent]


if __name__ == "__main__":
    run("words", __doc__, TURNS, work, [64, 1600, ("haco", 36), ("loge", 35), ("kico", 34)])
