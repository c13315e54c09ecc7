# joblib: threads in parallel, a memory on disk, kept objects, hashes.
import os
import tempfile
import warnings

import joblib
from joblib import Memory, Parallel, delayed


def primes(limit):
    return sum(all(n % d for d in range(2, int(n**0.5) + 1)) for n in range(2, limit))


calls = []


def square(x, verbose=0):
    calls.append(x)
    return x * x


print(Parallel(n_jobs=2, backend="threading")(delayed(primes)(n) for n in (10, 100, 500, 1000)))
print(Parallel(n_jobs=1)(delayed(pow)(2, n) for n in range(6)))
print(sorted(Parallel(n_jobs=2, prefer="threads", return_as="generator_unordered")(delayed(abs)(-n) for n in range(5))))
try:
    Parallel(n_jobs=2, backend="threading")(delayed(int)(t) for t in ("1", "x"))
except ValueError as error:
    print(error)
with tempfile.TemporaryDirectory() as folder:
    memory = Memory(folder, verbose=0)
    kept = memory.cache(square, ignore=["verbose"])
    print(kept(3), kept(3), kept(4, verbose=1), kept(4), calls, kept.check_call_in_cache(3), kept.check_call_in_cache(5))
    kept.clear(warn=False)
    print(kept(3), calls)
    path = os.path.join(folder, "a.pkl.gz")
    joblib.dump({"a": [1, 2.5, "é"], "b": (None, {3})}, path, compress=("gzip", 3))
    print(joblib.load(path))
    joblib.dump([1], path + ".xz")
    print(joblib.load(path + ".xz"))
print(joblib.hash([1, "a"]) == joblib.hash([1, "a"]), joblib.hash([1]) != joblib.hash([2]), joblib.effective_n_jobs(1))
with joblib.parallel_config(backend="threading", n_jobs=2):
    print(Parallel()(delayed(len)("x" * n) for n in range(4)))
