"""What asyncio knows of loops and tasks: which loop runs in a thread, which task runs in a loop, which tasks a
loop has. These functions stand in place of those of `asyncio.events` and `asyncio.tasks`, which ask the system
for the number of the process at each question, keep each task in a set of weak references, and keep the running
tasks of all threads in one dict, so that loops in two threads would disturb each other at each step of a task.

    thread ──▶ _Running: loop, task ◀── _running[loop]      a step of a task writes its own thread's object only
    loop ── `_waiting_tasks` ──▶ _Tasks ⇄ task ⇄ task …  (a ring, by `_previous` and `_next`; and a set of tasks
      │                          that are none of ours); `_scheduled_tasks`: tasks whose loop takes no attribute
      └ `_watcher_of_tasks` ──▶ _Watcher ──▶ the same ring: tells of tasks that are dropped with their loop
"""

# The module that programs know.
__name__ = "_asyncio"

import os
import weakref
from _asyncio_core import link as _link, unlink as _unlink
from _sys import _event_loop as _running_here, _set_event_loop as _set_running_here


class _Running:
    """A loop that runs, and its running task."""

    __slots__ = ("loop", "task")

    def __init__(self, loop):
        self.loop = loop
        self.task = None


_running = {}
_scheduled_tasks = weakref.WeakSet()
_eager_tasks = set()


def _get_running_loop():
    """The loop that runs in this thread, or None."""
    running = _running_here()
    return None if running is None else running.loop


def get_running_loop():
    """The loop that runs in this thread; RuntimeError without one."""
    running = _running_here()
    if running is None:
        raise RuntimeError("no running event loop")
    return running.loop


def _set_running_loop(loop):
    """Says that a loop runs in this thread, or with None that none does."""
    before = _running_here()
    if before is not None:
        _forget_idle(before)
    _set_running_here(None if loop is None else _running_of(loop))


def _running_of(loop):
    return _running.get(loop) or _running.setdefault(loop, _Running(loop))


def _forget_idle(running):
    if running.task is None:
        _running.pop(running.loop, None)


def current_task(loop=None):
    """The running task of a loop, or None."""
    running = _running_here()
    if loop is None:
        if running is None:
            raise RuntimeError("no running event loop")
    elif running is None or running.loop is not loop:
        running = _running.get(loop)
    return None if running is None else running.task


def _entered(loop):
    """What is known of a loop that a task enters or leaves."""
    running = _running_here()
    if running is None or running.loop is not loop:
        return _running_of(loop)
    return running


def _left(running):
    """A loop that runs in no thread is forgotten with its last task."""
    if running is not _running_here():
        _forget_idle(running)


def _enter_task(loop, task):
    """Notes that a step of a task begins. (A task has two of these calls for each step: no helper functions.)"""
    running = _running_here()
    if running is None or running.loop is not loop:
        running = _running_of(loop)
    if running.task is not None:
        raise RuntimeError(f"Cannot enter into task {task!r} while another "
                           f"task {running.task!r} is being executed.")
    running.task = task


def _leave_task(loop, task):
    """Notes that a step of a task has ended."""
    running = here = _running_here()
    if running is None or running.loop is not loop:
        running = _running_of(loop)
    if running.task is not task:
        raise RuntimeError(f"Leaving task {task!r} does not match "
                           f"the current task {running.task!r}.")
    running.task = None
    if running is not here:
        _forget_idle(running)


def _swap_current_task(loop, task):
    running = _entered(loop)
    before = running.task
    running.task = task
    _left(running)
    return before


class _Tasks:
    """The anchor of the ring of a loop's tasks; and what else was registered for the loop."""

    __slots__ = ("_previous", "_next", "others")

    def __init__(self):
        self._previous = self._next = self
        self.others = set()

    def __iter__(self):
        yield from list(self.others)
        task = self._next
        while task is not self:
            behind = task._next
            yield task
            task = behind


def _register_task(task):
    """Notes a task that its loop will run. The loop keeps it: garbage is found at each end of a transaction here,
    not now and then, and a task that waits for nothing but itself (its stream knows the reader weakly) would vanish
    at once."""
    _link(task) or _register_other(task)


def _register_other(task):
    tasks = getattr(getattr(task, "_loop", None), "_waiting_tasks", None)
    if tasks.__class__ is _Tasks:
        tasks.others.add(task)
        return
    tasks = _Tasks()
    try:
        loop = task._loop
        loop._waiting_tasks = tasks
        loop._watcher_of_tasks = _Watcher(tasks)
    except AttributeError:
        _scheduled_tasks.add(task)
        _watch_task(task)
    else:
        _link(task) or tasks.others.add(task)


def _watch_task(task):
    """Has it told if a task that no loop keeps is dropped while it waits."""
    if hasattr(task, "_report_dropped"):
        task._watcher_of_tasks = _Watcher((task,))


class _Watcher:
    """Tells of the tasks of a loop that still wait when the loop is gone. One for a loop, as each object with a
    finalizer costs."""

    __slots__ = ("tasks",)

    def __init__(self, tasks):
        self.tasks = tasks

    def __del__(self):
        for task in list(self.tasks):
            if not hasattr(type(task), "__del__") and hasattr(task, "_report_dropped"):
                task._report_dropped()


def _unregister_task(task):
    """Forgets a task that is done."""
    if _unlink(task):
        return
    tasks = getattr(getattr(task, "_loop", None), "_waiting_tasks", None)
    if tasks.__class__ is _Tasks and task in tasks.others:
        tasks.others.discard(task)
    else:
        _scheduled_tasks.discard(task)


def _register_eager_task(task):
    _eager_tasks.add(task)


def _unregister_eager_task(task):
    _eager_tasks.discard(task)


def _members(tasks):
    """The tasks of a ring that another thread may change meanwhile."""
    while True:
        try:
            return list(tasks)
        except (AttributeError, RuntimeError):
            # A task has left the ring when the walk was there: again from the anchor.
            pass


def all_tasks(loop=None):
    """The tasks of a loop that are not done."""
    from asyncio.futures import _get_loop

    if loop is None:
        loop = get_running_loop()
    # The eager tasks come first: one of them may become a usual task in another thread.
    eager_tasks = list(_eager_tasks)
    own_tasks = getattr(loop, "_waiting_tasks", None)
    own_tasks = _members(own_tasks) if own_tasks.__class__ is _Tasks else []
    tasks = [*eager_tasks, *own_tasks, *_scheduled_tasks]
    return {task for task in tasks if _get_loop(task) is loop and not task.done()}


def _forget_all():
    """A process that was forked runs none of its parent's loops."""
    _running.clear()
    _set_running_here(None)


os.register_at_fork(after_in_child=_forget_all)
