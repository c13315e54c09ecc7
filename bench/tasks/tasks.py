"""The list of tasks: what other code does with the library and with packages, a few milliseconds each.

A task is a function that imports and prepares, and returns the function that is measured. What that one returns
must not depend on addresses, hash seeds, clocks or folders: its `repr` is compared with CPython's.
"""

TASKS = {}


def task(prepare):
    TASKS[prepare.__name__] = prepare
    return prepare


def tasks():
    """All tasks by name, those of the library first."""
    import library_tasks
    import package_tasks
    import parser_tasks
    import text_tasks

    assert library_tasks and package_tasks and parser_tasks and text_tasks
    return TASKS
