# Iterators, ranges and native functions are taken apart for copy and pickle.
import pickle, copy, itertools
def gen(): yield 1
its = [lambda: iter([1,2,3]), lambda: iter((1,2,3)), lambda: iter("aé😀"), lambda: iter(b"abc"), lambda: iter({1:2,3:4}), lambda: iter({1,2,3}), lambda: iter({1:2,3:4}.items()), lambda: enumerate("ab", 5), lambda: zip("ab", [1,2]), lambda: map(str, [1,2,3]), lambda: filter(None, [0,1,2,3]), lambda: reversed([1,2,3]), lambda: reversed({1:1,2:2}), lambda: iter(range(10,0,-3)), lambda: iter(range(3)), lambda: iter(range(1)), lambda: iter(range(2)), lambda: iter(bytearray(b"xyz"))]
for make in its:
    for how in (copy.copy, lambda x: pickle.loads(pickle.dumps(x)), copy.deepcopy):
        for skip in (0, 1, 2, 9):
            a = make()
            for _ in range(skip): next(a, None)
            b = how(a)
            r = list(b)
            assert type(b) is type(a) or "iter" in type(b).__name__, (type(a), type(b))
            if how is not copy.copy: assert r == list(a), (a, r)
            print(r, end=" ")
    print()
print([getattr(f,"__qualname__",f) for f in pickle.loads(pickle.dumps([len, str.upper, "a".upper, range(1,5,2)]))])
import operator, math, functools
print([f.__qualname__ for f in pickle.loads(pickle.dumps([math.sin, operator.add, {}.get, dict.fromkeys, int.from_bytes, [1].append]))], str.upper, str.upper.__objclass__, len.__module__, math.sin.__module__, [].append.__module__, math.sin.__self__.__name__)
for bad in (gen(), (x for x in ())):
    try: pickle.dumps(bad)
    except TypeError as e: print(e)
