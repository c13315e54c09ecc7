# A thread begins with an empty context, and what records warnings hears those of other threads, as
# in CPython's ordinary build (`sys.flags` says so).
import contextvars
import sys
import threading
import warnings

print(sys.flags.thread_inherit_context, sys.flags.context_aware_warnings)
variable = contextvars.ContextVar("variable")
variable.set("of the main thread")
told = []


def run(function):
    thread = threading.Thread(target=function)
    thread.start()
    thread.join()


run(lambda: told.append(variable.get("none")))
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    run(lambda: warnings.warn("from a thread"))
    warnings.warn("from here")
print(told, [str(one.message) for one in caught])
with warnings.catch_warnings():
    warnings.simplefilter("error")

    def raises():
        try:
            warnings.warn("raised")
        except UserWarning as error:
            told.append(str(error))

    run(raises)
print(told)
