"""How often does each word occur? Texts are split, dictionaries count, and one takes up the others.

Independent work on strings, with a short shared part at the end of each text: the dictionary of
all, under `atomic`.
"""

from motet import atomic

from support.options import Benchmark
from support.random_stream import RandomStream
from support.workers import Tasks, in_threads

# The number of texts, and of words in each.
SIZES = {"T": (6, 60), "S": (60, 8_000), "W": (400, 10_000), "A": (4_000, 10_000)}
SYLLABLES = ("ba", "ke", "li", "mo", "nu", "ra", "se", "ti", "vo", "zu")
MARKS = (" ", " ", " ", " ", ", ", ". ", "\n", " - ")


def make_text(number, length, counts):
    """A text, whose words are counted in `counts` while it is written."""
    random = RandomStream(number)
    parts = []
    for _ in range(length):
        # The square makes some words frequent and many rare, as in a language.
        rank = random.below(30) * random.below(30)
        word = SYLLABLES[rank % 10] + SYLLABLES[rank // 10 % 10] + SYLLABLES[rank // 100]
        counts[word] = counts.get(word, 0) + 1
        parts.append(word.capitalize() if rank % 7 == 0 else word)
        parts.append(MARKS[random.below(len(MARKS))])
    return "".join(parts)


def count_words(text):
    counts = {}
    for line in text.split("\n"):
        for piece in line.split(" "):
            word = piece.strip(".,-").lower()
            if word:
                if word in counts:
                    counts[word] += 1
                else:
                    counts[word] = 1
    return counts


def main():
    benchmark = Benchmark("word_count", __doc__, SIZES)
    text_count, length = benchmark.problem
    expected = {}
    # The same few texts again and again: writing them takes longer than counting.
    different = min(text_count, 20)
    texts = []
    for number in range(different):
        counts = {}
        texts.append(make_text(number, length, counts))
        times = (text_count - number + different - 1) // different
        for word, count in counts.items():
            expected[word] = expected.get(word, 0) + count * times
    total = {}
    tasks = Tasks(text_count)

    def work(index):
        number = tasks.take()
        while number is not None:
            counts = count_words(texts[number % different])
            with atomic:
                for word, count in counts.items():
                    total[word] = total.get(word, 0) + count
            number = tasks.take()

    benchmark.start()
    in_threads(benchmark.threads, work)
    benchmark.stop()
    benchmark.equal("the number of words", sum(total.values()), text_count * length)
    benchmark.check(total == expected, "the count of some word is wrong")
    benchmark.finish()


if __name__ == "__main__":
    main()
