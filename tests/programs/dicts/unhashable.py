# expected output written by hand: needs 3.14
# Keys and items without a hash: the message says what they were to be used for.
def attempt(function):
    try:
        print(function())
    except TypeError as error:
        print(error, "|", error.__context__)


class NoHash:
    __hash__ = None


attempt(lambda: {[]: 1})
attempt(lambda: {}[[]])
attempt(lambda: {1: 2}.get({}))
attempt(lambda: {1: 2}.pop(set()))
attempt(lambda: {1: 2}.setdefault(bytearray()))
attempt(lambda: {}.__setitem__([1], 2))
attempt(lambda: {}.__delitem__([1]))
attempt(lambda: [] in {1: 2})
attempt(lambda: dict([([], 1)]))
attempt(lambda: dict.fromkeys([[]]))
attempt(lambda: {}.update([([], 1)]))
attempt(lambda: {(1, [2]): 3})
attempt(lambda: {NoHash(): 1})
attempt(lambda: {1: 2}.get(NoHash()))
attempt(lambda: {[]})
attempt(lambda: {1, {}})
attempt(lambda: set([[1]]))
attempt(lambda: frozenset([bytearray()]))
attempt(lambda: set().add([]))
attempt(lambda: [] in {1})
attempt(lambda: {1}.discard([]))
attempt(lambda: {1}.remove({}))
attempt(lambda: {(1, [2])})
attempt(lambda: {NoHash()})
attempt(lambda: {1} | {2} | set([[]]))
attempt(lambda: hash([]))
attempt(lambda: hash(([],)))
attempt(lambda: hash(NoHash()))
attempt(lambda: {1} in {1, 2})
