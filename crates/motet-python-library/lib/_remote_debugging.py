"""Stacks and tasks of other processes, which nothing can look into here: objects have no fixed place.
The names are there for `asyncio.tools`, which also the interactive loop of `asyncio` imports, and
which shows the error that making a `RemoteUnwinder` raises."""

from collections import namedtuple as _named

PROCESS_VM_READV_SUPPORTED = False

FrameInfo = _named("FrameInfo", "filename lineno funcname")
CoroInfo = _named("CoroInfo", "call_stack task_name")
TaskInfo = _named("TaskInfo", "task_id task_name coroutine_stack awaited_by")
ThreadInfo = _named("ThreadInfo", "thread_id frame_list")
AwaitedInfo = _named("AwaitedInfo", "thread_id awaited_by")


class RemoteUnwinder:
    """Would look into the stack of another process."""

    def __init__(self, pid, **options):
        raise RuntimeError("other processes cannot be looked into")
