# A number on the left does not know an instance: its reflected method decides. `!=` is the opposite
# of `__eq__`, `%` of a text asks an instance for its text once.


class Told:
    def __init__(self, value):
        self.value = value

    def __radd__(self, other):
        return ("radd", other, self.value)

    def __rmul__(self, other):
        return NotImplemented

    def __rsub__(self, other):
        raise ValueError("no difference")

    def __rmod__(self, other):
        return ("rmod", other)

    def __repr__(self):
        return f"Told({self.value})"


class Whole(int):
    def __radd__(self, other):
        return "whole"


class Sum:
    """Its method calls others, and gives what a comparison gives."""

    def __init__(self, value):
        self.value = value

    def __radd__(self, other):
        return Sum(sum([other, self.value]))

    def __eq__(self, other):
        if not isinstance(other, Sum):
            return NotImplemented
        return [] if self.value != other.value else ["equal"]

    def __hash__(self):
        return hash(("Sum", self.value))

    def __str__(self):
        return f"Sum {self.value}"


def attempt(action):
    try:
        print(action())
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)


def operators(told):
    print(1 + told, 2.5 + told, True + told, 1j + told, 10**30 + told, 1 + Whole(2))
    attempt(lambda: 1 * told)
    attempt(lambda: 2.5 * told)
    attempt(lambda: 1 - told)
    attempt(lambda: 1 / told)
    attempt(lambda: [1] * told)
    attempt(lambda: "text" + told)
    attempt(lambda: "%s" % told)
    number = 1
    number += told
    print(number)

    def augmented():
        number = 1
        number *= told
        return number

    attempt(augmented)


def comparisons():
    one, same, other = Sum(1), Sum(1), Sum(2)
    print(one != same, one != other, one != 1, one == 1, one != None)
    print(not one != same, [item != one for item in (one, same, other, "text")])
    answers = []
    for left, right in ((one, same), (one, other), (one, 5)):
        answer = left != right
        answers.append((answer, type(answer).__name__))
    print(answers)
    print({one: 1}[same], {one, same, other} == {other, one}, (1 + one != Sum(2)))


def texts():
    one = Sum(1)
    print("%s" % one, "%s and %s" % (one, 2), "%5.3s|" % one, "%s" % (one,), "none" % ())
    attempt(lambda: "%d" % one)
    attempt(lambda: "%s %s" % one)
    attempt(lambda: "nothing" % one)


for _ in range(3):
    operators(Told(3))
    comparisons()
    texts()
total = 0
for step in range(300):
    total = (step + Sum(total)).value
print(total)
