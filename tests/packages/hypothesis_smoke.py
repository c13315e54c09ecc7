# Properties that hold, one that does not and is made smaller, a state machine, strategies of many kinds.
from dataclasses import dataclass

from hypothesis import HealthCheck, Phase, assume, example, find, given, settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

settings.register_profile("job", derandomize=True, max_examples=60, deadline=None, database=None,
                          suppress_health_check=list(HealthCheck))
settings.load_profile("job")


@dataclass
class Point:
    x: int
    y: float


@given(st.lists(st.integers()))
@example([3, 1, 2])
def test_sorted(numbers):
    ordered = sorted(numbers)
    assert all(a <= b for a, b in zip(ordered, ordered[1:])) and len(ordered) == len(numbers)


@given(st.text(), st.dictionaries(st.text(max_size=3), st.booleans()), st.builds(Point))
def test_kinds(text, table, point):
    assert text.encode("utf-8").decode("utf-8") == text
    assert isinstance(point.x, int) and all(isinstance(v, bool) for v in table.values())


@given(st.lists(st.integers(0, 1000)))
def test_wrong(numbers):
    assert sum(numbers) < 500


@given(st.integers(), st.integers())
def test_division(a, b):
    assume(b != 0)
    assert (a // b) * b + a % b == a


@st.composite
def halves(draw):
    whole = draw(st.integers(2, 100))
    return whole, draw(st.integers(0, whole))


@given(halves(), st.from_regex(r"\A[a-c]{2,4}\Z"), st.recursive(st.none(), st.lists, max_leaves=5), st.data())
def test_more(pair, word, tree, data):
    assert pair[1] <= pair[0] and 2 <= len(word) <= 4
    assert data.draw(st.sampled_from("abc")) in "abc"


class Sets(RuleBasedStateMachine):
    def __init__(self):
        super().__init__()
        self.set, self.list = set(), []

    @rule(n=st.integers(0, 5))
    def add(self, n):
        self.set.add(n)
        if n not in self.list:
            self.list.append(n)

    @rule(n=st.integers(0, 5))
    def remove(self, n):
        self.set.discard(n)
        if n in self.list:
            self.list.remove(n)

    @invariant()
    def same(self):
        assert sorted(self.set) == sorted(self.list)


for test in test_sorted, test_kinds, test_division, test_more:
    test()
    print(test.__name__, "holds")
try:
    test_wrong()
except AssertionError as error:
    print("smallest:", error.__notes__[0].splitlines()[-2].strip() if hasattr(error, "__notes__") else error)
print(find(st.lists(st.integers()), lambda numbers: sum(numbers) >= 10))
run_state_machine_as_test(Sets)
print(repr(st.lists(st.integers(0, 5), min_size=1) | st.none()), repr(halves()))
