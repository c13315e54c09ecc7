# Chunks, windows, peeking, partitions, of the package's many.
import more_itertools as m

assert list(m.chunked(range(7), 3)) == [[0, 1, 2], [3, 4, 5], [6]]
assert list(m.windowed([1, 2, 3, 4], 3)) == [(1, 2, 3), (2, 3, 4)]
peek = m.peekable("abc")
assert peek.peek() == "a" and list(peek) == ["a", "b", "c"] and not peek
assert [list(x) for x in m.partition(lambda x: x % 2, range(5))] == [[0, 2, 4], [1, 3]]
assert list(m.flatten([[1], [2, 3]])) == [1, 2, 3] and m.ilen(iter("abcd")) == 4
assert list(m.collapse([1, (2, [3, ("four",)])])) == [1, 2, 3, "four"]
assert m.one([5]) == 5 and m.first([], "x") == "x" and m.consume(iter("ab")) is None
assert list(m.distinct_permutations([1, 0, 1])) == [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
groups = {k: list(v) for k, v in m.groupby_transform("aAb", str.lower)}
assert groups == {"a": ["a", "A"], "b": ["b"]}
assert list(m.set_partitions("ab")) == [[["a", "b"]], [["a"], ["b"]]]
bucket = m.bucket(["a1", "b1", "a2"], key=lambda x: x[0])
assert sorted(bucket) == ["a", "b"] and list(bucket["a"]) == ["a1", "a2"]
seek = m.seekable(iter(range(5)))
list(seek)
seek.seek(3)
assert next(seek) == 3 and list(m.sliced("abcde", 2)) == ["ab", "cd", "e"]
print("ok")
