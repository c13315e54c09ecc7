# The rounding errors of sums of floats and complex numbers are carried along, in each form of items.


class Below(complex):
    pass


class Real:
    def __radd__(self, other):
        return ("added to", other)


big = 10**20
CASES = [
    [1e16 + 1j, 1, -1e16, 2.5j], [0.1j] * 10, [0.1] * 10, [1.5, 0.1j, 0.2, 3], [1e16, 1.0, 1j, -1e16, 1.0],
    [1, 2, 3j, True, 0.1, 0.2, 0.3], [complex(1e308, 0), complex(1e308, 0)], [float("inf"), 1j], [1j, float("-inf")],
    [1, 1j, big], [0.1, big, 0.1], [1j, 1e16, 1.0, 1.0, -1e16], [Below(1, 2), 3, Below(0.1, 0.2)], [0.1j, Below(1e16, 1e16), 1 + 1j, -1e16 - 1e16j],
    [-0.0, -0.0], [complex(-0.0, -0.0), -0.0], [], [True, 1j, False], [1j, Real()], [1j, "x"], [1j, None], [0.1, 10**400], [1j, 10**400],
    [complex("nan+1j"), 1], [complex(1e308, 1e308), complex(1e308, 1e308), complex(-1e308, -1e308)], [0.1, 0.2, 0.3, 1j, 0.1, 0.2, 0.3],
]
FORMS = [list, tuple, iter, lambda items: (item for item in items), lambda items: map(lambda item: item, items), lambda items: dict(enumerate(items)).values()]

for case in CASES:
    answers = []
    for start in (), (0.1,), (0.5 + 0.5j,), (Below(1, 1),):
        told = set()
        for form in FORMS:
            try:
                answer = sum(form(case), *start)
                told.add(f"{type(answer).__name__} {answer!r}")
            except (TypeError, OverflowError) as error:
                told.add(f"{type(error).__name__} {error}")
        answers.append(sorted(told))
    print(answers)
