# Allocations are not traced: what tracemalloc answers before it is started, and wrong arguments.
import tracemalloc

print(tracemalloc.is_tracing(), tracemalloc.get_traced_memory())
print(tracemalloc.get_traceback_limit(), tracemalloc.get_object_traceback(object()))
print(tracemalloc.stop(), tracemalloc.clear_traces(), tracemalloc.reset_peak())
for what in (
    tracemalloc.take_snapshot, lambda: tracemalloc.start(0), lambda: tracemalloc.start(1 << 16),
    lambda: tracemalloc.start("1"),
):
    try:
        what()
    except Exception as error:
        print(type(error).__name__, error)
print(tracemalloc.Filter(True, "a*", 3).filename_pattern, tracemalloc.Frame(("a.py", 4)))
