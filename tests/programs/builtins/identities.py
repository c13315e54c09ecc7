# The identities of values that live at the same time differ, whatever their kinds.
import copy
import pickle

values = [None, True, False, NotImplemented, Ellipsis, (), "", b"", "a", int, object(), [], {}, frozenset()]
values += [1.5, 0.5, -2.25, 1e300, -0.0, float("inf"), 3.25e-10]
values += list(range(-5000, 5000)) + [2**bits + k for bits in (30, 31, 40, 59, 60, 61, 62, 63, 64, 100) for k in (-1, 0, 1)]
values += [-(2**bits) + k for bits in (59, 60, 61, 62, 63, 100) for k in (-1, 1)]
# Numbers that have something in common with the identities so far.
for value in values[:40]:
    identity = id(value)
    for shift in range(6):
        values += [identity >> shift, (identity >> shift) + 1, (identity >> shift) - 1]
by_identity, missed = {}, 0
for value in values:
    other = by_identity.setdefault(id(value), value)
    if other is not value and not (type(other) is type(value) is int and other == value):
        missed += 1
        print("one identity", repr(other), repr(value))
print(missed, all(id(value) == id(value) >= 0 for value in values), id(-0.0) != id(0), id(True) != id(1))
mixed = [None, 2, Ellipsis, 386, NotImplemented, 514, True, 258, False, 130, 1.5, 4602678819172646913] * 2
print(copy.deepcopy(mixed) == mixed, [pickle.loads(pickle.dumps(mixed, protocol)) == mixed for protocol in range(6)])
print(pickle.loads(pickle._dumps(mixed)) == mixed)
