# Files that nothing refers to any more are closed in time below natives too, where no transaction
# ends.
# not with collections everywhere
import functools
import os
import resource
import warnings

warnings.simplefilter("ignore")
LIMIT = 64
resource.setrlimit(resource.RLIMIT_NOFILE, (LIMIT, LIMIT))


def repeat(*_):
    for _ in range(2 * LIMIT):
        open(os.devnull)
    return "done"


class Opening:
    def __len__(self):
        repeat()
        return 1


print(list(map(repeat, [1])))
print(functools.reduce(repeat, [1, 2, 3]))
print(sorted([2, 1], key=repeat))
print(len(Opening()))
print(eval("repeat()"))
