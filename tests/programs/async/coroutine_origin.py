# sys.set_coroutine_origin_tracking_depth: coroutines note where they were made.

import gc
import sys
import threading
import warnings


async def never():
    pass


def inner():
    return never()


def outer():
    return inner()


def origin(make):
    coroutine = make()
    coroutine.close()
    found = coroutine.cr_origin
    return found and [(file == __file__, line, name) for file, line, name in found]


def told(depth):
    sys.set_coroutine_origin_tracking_depth(depth)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        outer()
        gc.collect()
    for item in caught:
        print(str(item.message).replace(__file__, "FILE"))


print(sys.get_coroutine_origin_tracking_depth(), origin(outer))
for depth in 1, 2, 3:
    sys.set_coroutine_origin_tracking_depth(depth)
    print(sys.get_coroutine_origin_tracking_depth(), origin(outer), len(origin(never)))
sys.set_coroutine_origin_tracking_depth(1000)
print(2 < len(origin(outer)) < 10)
for depth in 0, 1, 2:
    told(depth)

# Each thread has a depth of its own.
sys.set_coroutine_origin_tracking_depth(2)
thread = threading.Thread(
    target=lambda: print(sys.get_coroutine_origin_tracking_depth(), origin(never)))
thread.start()
thread.join()
for wrong in -1, "a":
    try:
        sys.set_coroutine_origin_tracking_depth(wrong)
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
print(sys.get_coroutine_origin_tracking_depth())
sys.set_coroutine_origin_tracking_depth(0)
