"""Futures and tasks of asyncio.

The classes are Python, so that a step of a task runs in the interpreter's own loop, where a transaction may end
between any two operations. What happens to each task and each step in the common case is done at once by natives
of `_asyncio_core`, which know the first fields of futures, tasks and handles; they do nothing where something is
unusual (a loop with its own `call_soon`, debug mode, a task that is cancelled), and the code here does all of it.

    Future    _state _loop _callback _callback_context _result _is_blocking _waiter _details …
                         └ a callable, or a list of pairs              │        └─▶ _Details of the few that need them
                                                                       └ a task, or a set of them
    Task      … _coro _context _fut_waiter _must_cancel _log_destroy_pending _shown_name _previous _next
                                                                             │           └ ring of the loop's tasks
                                                                             └ its text, or its number
"""

import _asyncio_core as _core
from _asyncio_core import await_result as _await_result, end_task as _end_task, start_step as _start_step
from _asyncio_state import (
    _enter_task, _get_running_loop, _leave_task, _register_eager_task, _register_task, _set_running_loop,
    _swap_current_task, _unregister_eager_task, _unregister_task, _watch_task, all_tasks, current_task,
    get_running_loop,
)
from _contextvars import Context as _Context, copy_context as _copy_context
from _io_core import method_named as _method_named
from _sys import _event_loop as _running_here

_GenericAlias = type(list[int])
_PENDING = "PENDING"
_CANCELLED = "CANCELLED"
_FINISHED = "FINISHED"
_NOT_INITIALIZED = "Future object is not initialized."
_counter = _core.new_counter()


def get_event_loop():
    """The loop that runs in this thread, or else that of the policy."""
    running = _running_here()
    if running is None:
        from asyncio.events import _get_event_loop_policy

        return _get_event_loop_policy().get_event_loop()
    return running.loop


def _invalid_state(message):
    from asyncio.exceptions import InvalidStateError

    return InvalidStateError(message)


def _new_cancelled_error(*arguments):
    from asyncio.exceptions import CancelledError

    return CancelledError(*arguments)


def _stack_of_caller():
    """The places in which a program has made a future, for debug mode."""
    import sys
    from asyncio.format_helpers import extract_stack

    frame = sys._getframe(1)
    while frame is not None and frame.f_globals is globals():
        frame = frame.f_back
    return extract_stack(frame)


class _Watcher:
    """Tells of an exception that was not asked for when the future is dropped. Few futures need one; each
    object with a finalizer costs."""

    __slots__ = ("future",)

    def __init__(self, future):
        self.future = future

    def __del__(self):
        if not hasattr(type(self.future), "__del__"):
            self.future._report_dropped()


class _Details:
    """What few futures have."""

    __slots__ = (
        "exception", "traceback", "is_unasked", "watcher", "message", "cancelled_error", "source_traceback", "cancels")

    def __init__(self):
        self.exception = self.traceback = self.watcher = None
        self.message = self.cancelled_error = self.source_traceback = None
        self.is_unasked = False
        self.cancels = 0


_NO_DETAILS = _Details()


def _details_of(future):
    details = future._details
    if details is None:
        details = future._details = _Details()
    return details


class Future:
    """The result of something that is not over yet. A coroutine awaits it, and callbacks run once it is done. It
    belongs to one event loop and is not to be used by other threads; its callbacks are called by the loop."""

    _state = _PENDING
    _loop = None
    _callback = None
    _callback_context = None
    _result = None
    _is_blocking = False
    _waiter = None
    _details = None
    _native_asyncio = None

    def __init__(self, *, loop=None):
        if loop is None:
            loop = get_event_loop()
        self._state = _PENDING
        self._loop = loop
        self._callback = None
        self._callback_context = None
        self._result = None
        self._is_blocking = False
        self._waiter = None
        self._details = None
        if loop.get_debug():
            _details_of(self).source_traceback = _stack_of_caller()

    __class_getitem__ = classmethod(_GenericAlias)

    def __repr__(self):
        from asyncio.base_futures import _future_repr

        if self._loop is None:
            raise RuntimeError(_NOT_INITIALIZED)
        return _future_repr(self)

    def _report_dropped(self):
        """Tells the loop of an exception that was not asked for."""
        details = self._details
        if details is None or not details.is_unasked:
            return
        context = {
            "message": f"{self.__class__.__name__} exception was never retrieved",
            "exception": details.exception,
            "future": self,
        }
        if details.source_traceback:
            context["source_traceback"] = details.source_traceback
        self._loop.call_exception_handler(context)

    @property
    def _exception(self):
        return (self._details or _NO_DETAILS).exception

    @property
    def _source_traceback(self):
        return (self._details or _NO_DETAILS).source_traceback

    @property
    def _cancel_message(self):
        return (self._details or _NO_DETAILS).message

    @_cancel_message.setter
    def _cancel_message(self, message):
        _details_of(self).message = message

    @property
    def _log_traceback(self):
        if self._loop is None:
            raise RuntimeError(_NOT_INITIALIZED)
        return (self._details or _NO_DETAILS).is_unasked

    @_log_traceback.setter
    def _log_traceback(self, value):
        if value:
            raise ValueError("_log_traceback can only be set to False")
        _is_asked(self)

    @_log_traceback.deleter
    def _log_traceback(self):
        raise AttributeError("cannot delete attribute")

    @property
    def _asyncio_future_blocking(self):
        return self._is_blocking

    @_asyncio_future_blocking.setter
    def _asyncio_future_blocking(self, value):
        self._is_blocking = bool(value)

    @property
    def _callbacks(self):
        if self._loop is None:
            raise RuntimeError(_NOT_INITIALIZED)
        callback = self._callback
        if callback is None:
            return None
        return list(callback) if callback.__class__ is list else [(callback, self._callback_context)]

    @property
    def _asyncio_awaited_by(self):
        waiter = self._waiter
        if waiter is None:
            return None
        return frozenset(waiter if waiter.__class__ is set else (waiter,))

    def get_loop(self):
        """Return the event loop the Future is bound to."""
        if self._loop is None:
            raise RuntimeError(_NOT_INITIALIZED)
        return self._loop

    def _make_cancelled_error(self):
        """The error to raise where a cancelled future is asked for its result. The error by which it was cancelled
        is given once."""
        details = self._details or _NO_DETAILS
        error = details.cancelled_error
        if error is not None:
            details.cancelled_error = None
            return error
        return _new_cancelled_error() if details.message is None else _new_cancelled_error(details.message)

    def cancel(self, msg=None):
        """Cancel the future and schedule callbacks. Returns False if the future is done already."""
        if self._loop is None:
            raise RuntimeError(_NOT_INITIALIZED)
        _is_asked(self)
        return _cancel(self, msg)

    def cancelled(self):
        """Return True if the future was cancelled."""
        return self._state is _CANCELLED

    def done(self):
        """Return True if the future has a result or an exception, or was cancelled."""
        return self._state is not _PENDING

    def result(self):
        """Return the result of the future, or raise its exception."""
        if self._state is not _FINISHED:
            raise _unready(self, "Result")
        details = self._details
        if details is None or details.exception is None:
            return self._result
        _is_asked(self)
        raise details.exception.with_traceback(details.traceback)

    def exception(self):
        """Return the exception of the future; None if it has a result."""
        if self._state is not _FINISHED:
            raise _unready(self, "Exception")
        _is_asked(self)
        return self._exception

    def add_done_callback(self, fn, *, context=None):
        """Have the loop call a function with the future once it is done."""
        if self._loop is None:
            raise RuntimeError(_NOT_INITIALIZED)
        if self._state is not _PENDING:
            self._loop.call_soon(fn, self, context=context)
            return
        if context is None:
            context = _copy_context()
        known = self._callback
        if known is None and fn.__class__ is not list:
            self._callback = fn
            self._callback_context = context
        elif known.__class__ is list:
            known.append((fn, context))
        else:
            self._callback = [*(self._callbacks or ()), (fn, context)]
            self._callback_context = None

    def remove_done_callback(self, fn, /):
        """Remove a callback as often as it was added; returns how often that was."""
        before = self._callbacks or []
        kept = [pair for pair in before if not (pair[0] is fn or pair[0] == fn)]
        removed = len(before) - len(kept)
        # (The comparisons may have taken all callbacks away.)
        if removed and self._callback:
            self._callback = kept or None
            self._callback_context = None
        return removed

    set_result = _method_named(_core.set_result, "set_result", "_asyncio.Future")

    def set_exception(self, exception, /):
        """Mark the future done and set its exception."""
        if self._loop is None:
            raise RuntimeError(_NOT_INITIALIZED)
        if self._state is not _PENDING:
            raise _invalid_state("invalid state")
        if isinstance(exception, type) and issubclass(exception, BaseException):
            exception = exception()
        if not isinstance(exception, BaseException):
            raise TypeError("invalid exception object")
        _fail(self, exception)

    def __await__(self):
        if self._state is _PENDING:
            if self._loop is None:
                raise RuntimeError(_NOT_INITIALIZED)
            self._is_blocking = True
            yield self
            if self._state is _PENDING:
                raise RuntimeError("await wasn't used with future")
        if self._state is _FINISHED and self._details is None:
            return self._result
        return self.result()

    __iter__ = __await__


def _unready(future, what):
    """The error of a future that is asked for what it does not have."""
    if future._loop is None:
        return _invalid_state(_NOT_INITIALIZED)
    if future._state is _CANCELLED:
        return future._make_cancelled_error()
    return _invalid_state(f"{what} is not set.")


def _is_asked(future):
    """Notes that the exception of a future, if it has one, is known to the program."""
    details = future._details
    if details is not None and details.is_unasked:
        details.is_unasked = False
        details.watcher = None


def _take_callbacks(future):
    """The callbacks of a future, which has none any more."""
    callbacks = future._callbacks or ()
    future._callback = future._callback_context = None
    return callbacks


def _schedule_callbacks(future):
    call_soon = future._loop.call_soon
    for callback, context in _take_callbacks(future):
        call_soon(callback, future, context=context)


def _set_result(future, result):
    """`set_result` in the cases that the native leaves to it."""
    if future._loop is None:
        raise RuntimeError(_NOT_INITIALIZED)
    if future._state is not _PENDING:
        raise _invalid_state("invalid state")
    future._result = result
    future._state = _FINISHED
    _schedule_callbacks(future)


setattr(Future, ".slow_set_result", _set_result)


def _cancel(future, message):
    """Cancels a future as such, also if it is a task."""
    if future._state is not _PENDING:
        return False
    future._state = _CANCELLED
    if message is not None:
        _details_of(future).message = message
    elif future._details is not None:
        future._details.message = None
    _schedule_callbacks(future)
    return True


def _fail(future, exception):
    """Gives a pending future its exception."""
    if isinstance(exception, StopIteration):
        error = RuntimeError("StopIteration interacts badly with generators and cannot be raised into a Future")
        error.__cause__ = exception
        error.__context__ = exception
        exception = error
    details = _details_of(future)
    details.exception = exception
    details.traceback = exception.__traceback__
    future._state = _FINISHED
    _schedule_callbacks(future)
    details.is_unasked = True
    details.watcher = _Watcher(future)


def future_add_to_awaited_by(fut, waiter, /):
    """Note that a future awaits another."""
    if _core.add_waiter(fut, waiter) or not isinstance(fut, Future) or not isinstance(waiter, Future):
        return
    known = fut._waiter
    if known.__class__ is set:
        known.add(waiter)
    elif known is None:
        fut._waiter = waiter
    elif known is not waiter:
        fut._waiter = {known, waiter}


def future_discard_from_awaited_by(fut, waiter, /):
    """Note that a future awaits another no more."""
    if not isinstance(fut, Future) or not isinstance(waiter, Future):
        return
    known = fut._waiter
    if known is waiter:
        fut._waiter = None
    elif known.__class__ is set:
        known.discard(waiter)


class Task(Future):
    """A coroutine that a loop runs, and the future of its result."""

    _coro = None
    _context = None
    _fut_waiter = None
    _must_cancel = False
    _log_destroy_pending = True
    _shown_name = None
    _previous = None
    _next = None

    def __init__(self, coro, *, loop=None, name=None, context=None, eager_start=False):
        from asyncio.coroutines import iscoroutine

        Future.__init__(self, loop=loop)
        self._coro = None
        if not iscoroutine(coro):
            self._log_destroy_pending = False
            raise TypeError(f"a coroutine was expected, got {coro!r}")
        self._context = _copy_context() if context is None else context
        self._fut_waiter = None
        self._must_cancel = False
        self._log_destroy_pending = True
        if name is None:
            self._shown_name = _core.take_number(_counter)
        else:
            self._shown_name = name if name.__class__ is str else str(name)
        self._previous = None
        self._next = None
        self._coro = coro
        if eager_start and self._loop.is_running():
            _start_eagerly(self)
            return
        try:
            self._loop.call_soon(self.task_wakeup, context=self._context)
        except BaseException:
            _watch_task(self)
            raise
        _register_task(self)

    def _report_dropped(self):
        if self._state is _PENDING and self._log_destroy_pending and self._loop is not None:
            context = {"task": self, "message": "Task was destroyed but it is pending!"}
            if self._source_traceback:
                context["source_traceback"] = self._source_traceback
            self._loop.call_exception_handler(context)
        Future._report_dropped(self)

    def __repr__(self):
        from asyncio.base_tasks import _task_repr

        if self._loop is None:
            raise RuntimeError(_NOT_INITIALIZED)
        return _task_repr(self)

    def get_coro(self):
        """The coroutine that the task runs."""
        return self._coro

    def get_context(self):
        """The context in which the task runs."""
        return self._context

    def get_name(self):
        """The name of the task."""
        name = self._shown_name
        if name.__class__ is int:
            name = self._shown_name = f"Task-{name}"
        return name

    def set_name(self, value, /):
        """Give the task a name."""
        self._shown_name = value if value.__class__ is str else str(value)

    def set_result(self, result, /):
        raise RuntimeError("Task does not support set_result operation")

    def set_exception(self, exception, /):
        raise RuntimeError("Task does not support set_exception operation")

    def get_stack(self, *, limit=None):
        """Return the frames of the coroutine, the outermost first: that in which a waiting coroutine is suspended,
        or those that the exception of a coroutine that has failed has left. At most `limit` frames are returned."""
        from asyncio.base_tasks import _task_get_stack

        return _task_get_stack(self, limit)

    def print_stack(self, *, limit=None, file=None):
        """Print the frames that `get_stack` returns, to the standard error output or to a file."""
        from asyncio.base_tasks import _task_print_stack

        return _task_print_stack(self, limit, file)

    def cancel(self, msg=None):
        """Request that the task is cancelled: its coroutine gets a CancelledError at its next step, which it may
        catch. Returns False if the task is done."""
        if self._loop is None:
            raise RuntimeError(_NOT_INITIALIZED)
        _is_asked(self)
        if self._state is not _PENDING:
            return False
        details = _details_of(self)
        details.cancels += 1
        if self._fut_waiter is not None and self._fut_waiter.cancel(msg=msg):
            return True
        self._must_cancel = True
        details.message = msg
        return True

    def cancelling(self):
        """How many requests to cancel the task there are."""
        return (self._details or _NO_DETAILS).cancels

    def uncancel(self):
        """Take one request to cancel the task back. Returns how many are left."""
        details = self._details
        if details is None or details.cancels == 0:
            return 0
        details.cancels -= 1
        if details.cancels == 0:
            self._must_cancel = False
        return details.cancels

    def task_wakeup(self, future=None):
        """Run one step. A future for which the task has waited is done: if it has failed, the coroutine gets its
        exception."""
        running = _start_step(self, future)
        if running is None:
            _step_slowly(self, future)
            return
        try:
            try:
                result = self._coro.send(None)
            except StopIteration as stop:
                _end_task(self, stop.value) or _end_with(self, stop)
            except BaseException as error:
                if _end_with(self, error):
                    raise
            else:
                _await_result(self, result) or _await_slowly(self, result)
        finally:
            running.task = None
            # An exception must not keep the task, which keeps the exception.
            self = future = None


def _step_slowly(task, future):
    """A step in which something is unusual."""
    if task._state is not _PENDING:
        raise _invalid_state(f"__step(): already done: {task!r} {future!r}")
    error = None
    if isinstance(future, BaseException):
        error = future
    elif future is not None:
        future_discard_from_awaited_by(future, task)
        try:
            future.result()
        except BaseException as raised:
            error = raised
    future = None
    if task._must_cancel:
        from asyncio.exceptions import CancelledError

        if not isinstance(error, CancelledError):
            error = task._make_cancelled_error()
        task._must_cancel = False
    task._fut_waiter = None
    loop = task._loop
    _enter_task(loop, task)
    try:
        _run_step(task, error)
    finally:
        try:
            _leave_task(loop, task)
        finally:
            task = error = None


def _run_step(task, error=None):
    """Runs the coroutine up to where it next waits."""
    try:
        if error is None:
            result = task._coro.send(None)
        else:
            result = task._coro.throw(error)
    except BaseException as raised:
        if _end_with(task, raised):
            raise
    else:
        _await_result(task, result) or _await_slowly(task, result)
    finally:
        task = error = None


def _end_with(task, raised):
    """The coroutine has ended with an exception: StopIteration if it has returned. Returns whether the loop is to
    end with that exception, too."""
    from asyncio.exceptions import CancelledError

    try:
        if isinstance(raised, StopIteration):
            if task._must_cancel:
                task._must_cancel = False
                _cancel(task, task._cancel_message)
            else:
                _set_result(task, raised.value)
        elif isinstance(raised, CancelledError):
            _details_of(task).cancelled_error = raised
            _cancel(task, None)
        else:
            _fail(task, raised)
            return isinstance(raised, (KeyboardInterrupt, SystemExit))
    finally:
        _unregister_task(task)
        task = raised = None


def _await_slowly(task, result):
    """Has the task wait for what its coroutine has yielded."""
    from inspect import isgenerator

    if result is None:
        task._loop.call_soon(task.task_wakeup, context=task._context)
        return
    blocking = getattr(result, "_asyncio_future_blocking", None)
    if blocking is None:
        if isgenerator(result):
            message = f"yield was used instead of yield from for generator in task {task!r} with {result!r}"
        else:
            message = f"Task got bad yield: {result!r}"
    elif _loop_of(result) is not task._loop:
        message = f"Task {task!r} got Future {result!r} attached to a different loop"
    elif not blocking:
        message = f"yield was used instead of yield from in task {task!r} with {result!r}"
    elif result is task:
        message = f"Task cannot await on itself: {task!r}"
    else:
        future_add_to_awaited_by(result, task)
        result._asyncio_future_blocking = False
        result.add_done_callback(task.task_wakeup, context=task._context)
        task._fut_waiter = result
        if task._must_cancel and result.cancel(msg=task._cancel_message):
            task._must_cancel = False
        return
    task._loop.call_soon(task.task_wakeup, RuntimeError(message), context=task._context)


def _loop_of(future):
    try:
        get_loop = future.get_loop
    except AttributeError:
        return future._loop
    return get_loop()


def _start_eagerly(task):
    """Runs the first step of a task at once."""
    loop = task._loop
    before = _swap_current_task(loop, task)
    try:
        _register_eager_task(task)
        try:
            task._context.run(_run_step, task)
        finally:
            _unregister_eager_task(task)
    finally:
        try:
            _swap_current_task(loop, before)
        finally:
            if task._state is _PENDING:
                _register_task(task)
            else:
                task._coro = None
            task = before = None


def _know_loop(loop_class, handle_class):
    """Has the natives know the usual loops, and how these make their handles."""
    Future._native_asyncio = _core.new_state(
        Future, Task, handle_class, _Context, loop_class.call_soon, loop_class._call_soon, Task.task_wakeup,
        _PENDING, _FINISHED)


def _new_task(task_class, loop, coro):
    """A task of a usual loop, or None."""
    return _core.new_task(task_class, _counter, loop, coro)


_call_soon = _core.call_soon
_new_future = _core.new_future
