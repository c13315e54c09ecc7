# toolz: pipes, curried functions, groups, dicts.
import operator

import toolz
from toolz import curry, curried, dicttoolz, functoolz, itertoolz

text = "the cat the dog a cat"
print(toolz.pipe(text, str.split, toolz.frequencies, dict.items, sorted), toolz.groupby(len, text.split()))
add = curry(lambda a, b, c=1: a + b + c)
print(add(1)(2), add(b=1)(a=2), add(1, 2, c=3), curried.map(add(1))([1, 2]).__class__.__name__)
print(toolz.compose(str, abs)(-3), toolz.juxt(min, max)([2, 1]), toolz.memoize(lambda x: x * 2)(4), toolz.thread_first(1, (add, 2), str))
print(list(toolz.sliding_window(2, [1, 2, 3])), list(toolz.partition_all(2, "abc")), toolz.reduceby(operator.mod, operator.add, []) or "empty")
print(dicttoolz.update_in({"a": {"b": 1}}, ["a", "b"], lambda x: x + 1), toolz.merge_with(sum, {1: 2}, {1: 3, 2: 4}), toolz.get_in(["a", 0], {"a": [5]}))
print(list(toolz.join(0, [(1, "a"), (2, "b")], 0, [(1, "x"), (1, "y")])), list(toolz.interleave(["ab", "cde"])), toolz.topk(2, [3, 9, 4]))
print(functoolz.is_valid_args(add, (1,), {}), functoolz.num_required_args(lambda a, b, c=1: 0), toolz.excepts(ValueError, int, lambda e: -1)("x"))
print(list(itertoolz.accumulate(operator.add, range(5))), toolz.isdistinct("ab"), toolz.count(range(4)), list(toolz.unique("abca")))
