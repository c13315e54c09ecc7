# Comprehensions in the body of a class that ask for names: the namespace of the class stays.
class Plain:
    before = 5
    ones = [eval("1") for _ in range(2)]
    done = [exec("made = 1") for _ in range(2)]
    kinds = {type(locals()).__name__ for _ in range(2)}
    count = {n: len(dir()) > 0 and type(vars()).__name__ for n in range(2)}
    after = before + eval("before")


print(Plain.before, Plain.ones, Plain.done, Plain.kinds, Plain.count, Plain.after)


class WithCells:
    numbers = [eval("2") for _ in range(2)]

    def name(self):
        return __class__.__name__, super().__hash__() == hash(self)

    class Inner:
        numbers = [eval("3") for _ in range(2)]
        annotated: int = [eval("4") for _ in range(1)][0]


print(WithCells.numbers, WithCells().name(), WithCells.Inner.numbers, WithCells.Inner.annotated)


class Generic[T]:
    numbers = [eval("5") for _ in range(2)]

    def method(self, given: T = [eval("6") for _ in range(1)]):
        return given


print(Generic.numbers, Generic().method(), Generic.__type_params__)


def function():
    class Local:
        outer = [eval("7") for _ in range(2)]
        seen = [name for name in locals() if not name.startswith("_")]

    return Local.outer, Local.seen


print(function())
names = {}
exec("numbers = [eval('8') for _ in range(2)]\nclass Executed:\n    numbers = [eval('9') for _ in range(2)]\n", names)
print(names["numbers"], names["Executed"].numbers, eval("[eval('10') for _ in range(2)]"))
