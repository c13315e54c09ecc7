# ExceptionGroup: making, splitting, deriving.
group = ExceptionGroup("top", [ValueError(1), TypeError("t"), ExceptionGroup("in", [ValueError(2)])])
print(group.message, len(group.exceptions), str(group), repr(group))
print(group.args)
print(isinstance(group, Exception), isinstance(group, BaseExceptionGroup))
print(ExceptionGroup.__mro__)
print(type(BaseExceptionGroup("b", [ValueError()])).__name__)
print(type(BaseExceptionGroup("b", [KeyboardInterrupt()])).__name__)
match, rest = group.split(ValueError)
print(repr(match), repr(rest))
print(match.message, rest.message)
print(group.subgroup(TypeError), group.subgroup(KeyError), group.split(KeyError))
print(repr(group.subgroup((TypeError, ValueError))))
print(repr(group.subgroup(lambda error: isinstance(error, ValueError) and error.args == (2,))))
print(group.split(ExceptionGroup)[0] is group, group.subgroup(Exception) is group)
print(repr(group.derive([KeyError(1)])), str(ExceptionGroup("one", [OSError()])))
group.add_note("a note")
group.__cause__ = KeyError("cause")
match, rest = group.split(TypeError)
print(match.__notes__, repr(match.__cause__), rest.__notes__, match.__notes__ is not group.__notes__)


class Own(ExceptionGroup):
    def __new__(cls, message, members, extra=None):
        self = super().__new__(cls, message, members)
        self.extra = extra
        return self

    def derive(self, members):
        return Own(self.message, members, self.extra)


own = Own("own", [ValueError(1), TypeError(2)], 42)
match, rest = own.split(ValueError)
print(type(match).__name__, match.extra, type(rest).__name__, rest.exceptions)


def check(*arguments):
    try:
        print("made", repr(ExceptionGroup(*arguments)))
    except Exception as error:
        print(type(error).__name__, error)


check("m", [])
check("m", [1])
check("m", 5)
check(1, [ValueError()])
check("m")
check("m", [KeyboardInterrupt()])
check("m", (ValueError(1),))
for condition in [5, int, "x", (ValueError, 5)]:
    try:
        group.split(condition)
    except TypeError as error:
        print(error)
try:
    raise group
except ExceptionGroup as caught:
    print(caught is group, caught.__traceback__ is not None)
