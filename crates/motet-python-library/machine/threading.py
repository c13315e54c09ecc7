"""Threads and the objects on which they wait. Only locks block: all else is built on them."""
import sys as _sys
import _thread
import _threads
from _thread import (
    TIMEOUT_MAX, _excepthook as excepthook, _ExceptHookArgs as ExceptHookArgs, _local as local,
    allocate_lock as _allocate_lock, get_ident, get_native_id, stack_size,
)
from _motet_fork import register_at_fork as _register_at_fork
from itertools import chain as _chain
from time import monotonic as _time

__all__ = [
    "get_ident", "active_count", "Condition", "current_thread", "enumerate", "main_thread",
    "TIMEOUT_MAX", "Event", "Lock", "RLock", "Semaphore", "BoundedSemaphore", "Thread", "Barrier",
    "BrokenBarrierError", "Timer", "ThreadError", "setprofile", "settrace", "local", "stack_size",
    "excepthook", "ExceptHookArgs", "getprofile", "gettrace", "get_native_id",
    "setprofile_all_threads", "settrace_all_threads",
]

Lock = _thread.lock
ThreadError = _thread.error
_current = _threads.current
_CRLock = _thread.RLock
__excepthook__ = excepthook

_HAVE_THREAD_NATIVE_ID = True
_counter = 0


class _Registry:
    """The threads that were started and have not ended, by identification: a dict in parts.

    A thread that starts writes one part, and so does one that ends. In a single dict each of them
    would collide with all others (a server starts a thread for each request). What looks at all
    parts is one call of a native, so that it sees them at one moment.
    """

    __slots__ = ("_parts",)

    def __init__(self):
        self._parts = tuple({} for _ in range(64))

    def _part(self, ident):
        return self._parts[hash(ident) % 64]

    def _whole(self):
        return dict(sorted(_chain.from_iterable(map(dict.items, self._parts))))

    def __getitem__(self, ident):
        return self._part(ident)[ident]

    def __setitem__(self, ident, thread):
        self._part(ident)[ident] = thread

    def __delitem__(self, ident):
        del self._part(ident)[ident]

    def __contains__(self, ident):
        return ident in self._part(ident)

    def __len__(self):
        return sum(map(len, self._parts))

    def __iter__(self):
        return iter(self._whole())

    def __eq__(self, other):
        return self._whole() == (other._whole() if isinstance(other, _Registry) else other)

    def __repr__(self):
        return repr(self._whole())

    def get(self, ident, default=None):
        return self._part(ident).get(ident, default)

    def pop(self, ident, *default):
        return self._part(ident).pop(ident, *default)

    def setdefault(self, ident, thread=None):
        return self._part(ident).setdefault(ident, thread)

    def keys(self):
        return self._whole().keys()

    def values(self):
        return self._whole().values()

    def items(self):
        return self._whole().items()

    def copy(self):
        return self._whole()

    def clear(self):
        for part in self._parts:
            part.clear()


_active = _Registry()
_profile_hook = None
_trace_hook = None


def RLock(*args, **kwargs):
    if args or kwargs:
        import warnings
        message = "Passing arguments to RLock is deprecated and will be removed in 3.15"
        warnings.warn(message, DeprecationWarning)
    return _CRLock(*args, **kwargs)


def _warn_of_old(message):
    """What has called a function by an old name is told: frames of this module do not count."""
    import warnings
    warnings.warn(message, DeprecationWarning)



class _RLock:
    """The operations of the native lock, in Python."""

    def __init__(self):
        self._block = _allocate_lock()
        self._owner = None
        self._count = 0

    def __repr__(self):
        status = "locked" if self.locked() else "unlocked"
        owner = getattr(_active.get(self._owner), "name", self._owner)
        kind = type(self)
        return (
            f"<{status} {kind.__module__}.{kind.__qualname__} object owner={owner!r} "
            f"count={self._count} at {id(self):#x}>"
        )

    def acquire(self, blocking=True, timeout=-1):
        own = get_ident()
        if self._owner == own:
            self._count += 1
            return 1
        got = self._block.acquire(blocking, timeout)
        if got:
            self._owner, self._count = own, 1
        return got

    __enter__ = acquire

    def release(self):
        if self._owner != get_ident():
            raise RuntimeError("cannot release un-acquired lock")
        self._count -= 1
        if self._count == 0:
            self._owner = None
            self._block.release()

    def __exit__(self, t, v, tb):
        self.release()

    def locked(self):
        return self._block.locked()

    def _acquire_restore(self, state):
        self._block.acquire()
        self._count, self._owner = state

    def _release_save(self):
        if self._count == 0:
            raise RuntimeError("cannot release un-acquired lock")
        state = self._count, self._owner
        self._count, self._owner = 0, None
        self._block.release()
        return state

    def _is_owned(self):
        return self._owner == get_ident()

    def _recursion_count(self):
        return self._count if self._is_owned() else 0

    def _at_fork_reinit(self):
        self._block._at_fork_reinit()
        self._owner, self._count = None, 0


_PyRLock = _RLock


def __getattr__(name):
    # Threads that have not ended; kept nowhere, so that starting one costs no more.
    if name == "_dangling":
        return set(_active.values())
    message = f"module 'threading' has no attribute '{name}'"
    raise AttributeError(message, name=name, obj=_sys.modules[__name__])


# What threads that begin set as their own trace and profile functions.
_trace_hook = None
_profile_hook = None


def settrace(func):
    """Set a trace function for all threads started from the threading module."""
    global _trace_hook
    _trace_hook = func


def setprofile(func):
    """Set a profile function for all threads started from the threading module."""
    global _profile_hook
    _profile_hook = func


def settrace_all_threads(func):
    """Set a trace function for threads that begin from now on, and for the calling one."""
    settrace(func)
    _sys.settrace(func)


def setprofile_all_threads(func):
    """Set a profile function for threads that begin from now on, and for the calling one."""
    setprofile(func)
    _sys.setprofile(func)


def gettrace():
    """Get the trace function as set by threading.settrace()."""
    return _trace_hook


def getprofile():
    """Get the profiler function as set by threading.setprofile()."""
    return _profile_hook


def _describe(value):
    kind = type(value)
    return f"{kind.__module__}.{kind.__qualname__} at {id(value):#x}"


class Condition:
    def __init__(self, lock=None):
        if lock is None:
            lock = RLock()
        self._lock = lock
        self.acquire = lock.acquire
        self.release = lock.release
        if hasattr(lock, "_release_save"):
            self._release_save = lock._release_save
        if hasattr(lock, "_acquire_restore"):
            self._acquire_restore = lock._acquire_restore
        if hasattr(lock, "_is_owned"):
            self._is_owned = lock._is_owned
        if hasattr(lock, "locked"):
            self.locked = lock.locked
        self._waiters = []

    def __enter__(self):
        return self._lock.__enter__()

    def __exit__(self, *args):
        return self._lock.__exit__(*args)

    def __repr__(self):
        return f"<Condition({self._lock}, {len(self._waiters)})>"

    def _at_fork_reinit(self):
        self._lock._at_fork_reinit()
        self._waiters.clear()

    def _release_save(self):
        self._lock.release()

    def _acquire_restore(self, state):
        self._lock.acquire()

    def _is_owned(self):
        if self._lock.acquire(False):
            self._lock.release()
            return False
        return True

    def wait(self, timeout=None):
        if not self._is_owned():
            raise RuntimeError("cannot wait on un-acquired lock")
        waiter = _allocate_lock()
        waiter.acquire()
        self._waiters.append(waiter)
        saved = self._release_save()
        got = False
        try:
            if timeout is None:
                waiter.acquire()
                got = True
            elif timeout <= 0:
                got = waiter.acquire(False)
            else:
                # Not a number: refused here.
                got = waiter.acquire(True, timeout)
            return got
        finally:
            self._acquire_restore(saved)
            if not got:
                try:
                    self._waiters.remove(waiter)
                except ValueError:
                    pass

    def wait_for(self, predicate, timeout=None):
        end = None
        left = timeout
        result = predicate()
        while not result:
            if left is not None:
                if end is None:
                    end = _time() + left
                else:
                    left = end - _time()
                    if left <= 0:
                        break
            self.wait(left)
            result = predicate()
        return result

    def notify(self, n=1):
        if not self._is_owned():
            raise RuntimeError("cannot notify on un-acquired lock")
        waiters = self._waiters
        while waiters and n > 0:
            waiter = waiters.pop(0)
            try:
                waiter.release()
            except RuntimeError:
                # The waiting thread has given up, and will not find itself in the list.
                pass
            else:
                n -= 1

    def notify_all(self):
        self.notify(len(self._waiters))

    def notifyAll(self):
        _warn_of_old("notifyAll() is deprecated, use notify_all() instead")
        self.notify_all()


class Semaphore:
    def __init__(self, value=1):
        if value < 0:
            raise ValueError("semaphore initial value must be >= 0")
        self._cond = Condition(Lock())
        self._value = value

    def __repr__(self):
        return f"<{_describe(self)}: value={self._value}>"

    def acquire(self, blocking=True, timeout=None):
        if not blocking and timeout is not None:
            raise ValueError("can't specify timeout for non-blocking acquire")
        end = None
        with self._cond:
            while self._value == 0:
                if not blocking:
                    return False
                if timeout is not None:
                    if end is None:
                        end = _time() + timeout
                    else:
                        timeout = end - _time()
                        if timeout <= 0:
                            return False
                self._cond.wait(timeout)
            self._value -= 1
        return True

    __enter__ = acquire

    def release(self, n=1):
        if n < 1:
            raise ValueError("n must be one or more")
        with self._cond:
            self._value += n
            self._cond.notify(n)

    def __exit__(self, t, v, tb):
        self.release()


class BoundedSemaphore(Semaphore):
    def __init__(self, value=1):
        super().__init__(value)
        self._initial_value = value

    def __repr__(self):
        return f"<{_describe(self)}: value={self._value}/{self._initial_value}>"

    def release(self, n=1):
        if n < 1:
            raise ValueError("n must be one or more")
        with self._cond:
            if self._value + n > self._initial_value:
                raise ValueError("Semaphore released too many times")
            self._value += n
            self._cond.notify(n)


class Event:
    def __init__(self):
        self._cond = Condition(Lock())
        self._flag = False

    def __repr__(self):
        return f"<{_describe(self)}: {'set' if self._flag else 'unset'}>"

    def _at_fork_reinit(self):
        self._cond._at_fork_reinit()

    def is_set(self):
        return self._flag

    def isSet(self):
        _warn_of_old("isSet() is deprecated, use is_set() instead")
        return self.is_set()

    def set(self):
        with self._cond:
            self._flag = True
            self._cond.notify_all()

    def clear(self):
        with self._cond:
            self._flag = False

    def wait(self, timeout=None):
        with self._cond:
            signaled = self._flag
            if not signaled:
                signaled = self._cond.wait(timeout)
            return signaled


class BrokenBarrierError(RuntimeError):
    pass


# The states of a barrier.
_FILLING = 0
_DRAINING = 1
_RESETTING = 2
_BROKEN = 3


class Barrier:
    def __init__(self, parties, action=None, timeout=None):
        if parties < 1:
            raise ValueError("parties must be > 0")
        self._cond = Condition(Lock())
        self._action = action
        self._timeout = timeout
        self._parties = parties
        self._state = _FILLING
        self._count = 0

    def __repr__(self):
        if self.broken:
            return f"<{_describe(self)}: broken>"
        return f"<{_describe(self)}: waiters={self.n_waiting}/{self.parties}>"

    def wait(self, timeout=None):
        if timeout is None:
            timeout = self._timeout
        with self._cond:
            # Those of the last round must have gone.
            while self._state in (_DRAINING, _RESETTING):
                self._cond.wait()
            if self._state == _BROKEN:
                raise BrokenBarrierError
            index = self._count
            self._count += 1
            try:
                if index + 1 == self._parties:
                    self._open()
                else:
                    self._wait_until_open(timeout)
                return index
            finally:
                self._count -= 1
                self._close_if_empty()

    def _open(self):
        try:
            if self._action:
                self._action()
            self._state = _DRAINING
            self._cond.notify_all()
        except:
            self._break()
            raise

    def _wait_until_open(self, timeout):
        if not self._cond.wait_for(lambda: self._state != _FILLING, timeout):
            self._break()
            raise BrokenBarrierError
        if self._state in (_RESETTING, _BROKEN):
            raise BrokenBarrierError

    def _close_if_empty(self):
        if self._count == 0 and self._state in (_DRAINING, _RESETTING):
            self._state = _FILLING
            self._cond.notify_all()

    def _break(self):
        self._state = _BROKEN
        self._cond.notify_all()

    def reset(self):
        with self._cond:
            if self._count == 0:
                self._state = _FILLING
            elif self._state in (_FILLING, _BROKEN):
                self._state = _RESETTING
            self._cond.notify_all()

    def abort(self):
        with self._cond:
            self._break()

    @property
    def parties(self):
        return self._parties

    @property
    def n_waiting(self):
        return self._count if self._state == _FILLING else 0

    @property
    def broken(self):
        return self._state == _BROKEN


class Thread:
    _initialized = False

    def __init__(self, group=None, target=None, name=None, args=(), kwargs=None, *,
                 daemon=None, context=None):
        global _counter
        assert group is None, "group argument must be None for now"
        if name is None:
            _counter += 1
            name = "Thread-" + str(_counter)
            if target is not None:
                try:
                    name += " (" + target.__name__ + ")"
                except AttributeError:
                    pass
        self._target = target
        self._name = str(name)
        self._args = args
        self._kwargs = {} if kwargs is None else kwargs
        self._daemonic = current_thread().daemon if daemon is None else bool(daemon)
        self._context = context
        self._ident = None
        self._native_id = None
        self._started = False
        self._finished = False
        # Held while the thread runs.
        self._done = _allocate_lock()
        self._invoke_excepthook = _make_invoke_excepthook()
        self._initialized = True

    def __repr__(self):
        assert self._initialized, "Thread.__init__() was not called"
        status = "initial"
        if self._finished:
            status = "stopped"
        elif self._started:
            status = "started"
        if self._daemonic:
            status += " daemon"
        if self._ident is not None:
            status += " " + str(self._ident)
        return f"<{self.__class__.__name__}({self._name}, {status})>"

    def start(self):
        if not self._initialized:
            raise RuntimeError("thread.__init__() not called")
        if self._started:
            raise RuntimeError("threads can only be started once")
        self._started = True
        self._done.acquire()
        self._ident = ident = _threads.new_ident()
        _active[ident] = self
        try:
            _sys._check_not_finalizing("can't create new thread")
            # The last thing: the thread may have ended before this returns.
            _threads.start(self, ident)
        except BaseException:
            del _active[ident]
            self._ident = None
            self._done.release()
            self._started = False
            raise

    def run(self):
        try:
            if self._target is not None:
                self._target(*self._args, **self._kwargs)
        finally:
            # They may refer to the thread.
            del self._target, self._args, self._kwargs

    def _bootstrap(self):
        self._native_id = get_native_id()
        _threads.set_name(self._name)
        try:
            if _trace_hook is not None:
                _sys.settrace(_trace_hook)
            if _profile_hook is not None:
                _sys.setprofile(_profile_hook)
            if self._context is None:
                self.run()
            else:
                self._context.run(self.run)
        except:
            self._invoke_excepthook(self)
        self._finished = True
        del _active[self._ident]
        self._done.release()

    def join(self, timeout=None):
        if not self._initialized:
            raise RuntimeError("Thread.__init__() not called")
        if not self._started:
            raise RuntimeError("cannot join thread before it is started")
        if self is current_thread():
            raise RuntimeError("cannot join current thread")
        if timeout is None:
            self._done.acquire()
        elif not self._done.acquire(True, max(timeout, 0)):
            return
        self._done.release()

    def _set_native_id(self):
        self._native_id = get_native_id()

    def _become_main(self):
        """The process was forked by this thread."""
        self._set_native_id()

    def _end_by_fork(self):
        """The process was forked by another thread."""
        self._finished = True
        self._done._at_fork_reinit()

    def is_alive(self):
        assert self._initialized, "Thread.__init__() not called"
        return self._started and not self._finished

    @property
    def name(self):
        assert self._initialized, "Thread.__init__() not called"
        return self._name

    @name.setter
    def name(self, name):
        assert self._initialized, "Thread.__init__() not called"
        self._name = str(name)
        if self._ident == get_ident():
            _threads.set_name(self._name)

    @property
    def ident(self):
        assert self._initialized, "Thread.__init__() not called"
        return self._ident

    @property
    def native_id(self):
        assert self._initialized, "Thread.__init__() not called"
        while self._native_id is None and self._started and not self._finished:
            # It has been started a moment ago, and does not run yet.
            if self._done.acquire(True, 0.001):
                self._done.release()
        return self._native_id

    @property
    def daemon(self):
        assert self._initialized, "Thread.__init__() not called"
        return self._daemonic

    @daemon.setter
    def daemon(self, daemonic):
        if not self._initialized:
            raise RuntimeError("Thread.__init__() not called")
        if self._started:
            raise RuntimeError("cannot set daemon status of active thread")
        self._daemonic = daemonic

    def isDaemon(self):
        _warn_of_old("isDaemon() is deprecated, get the daemon attribute instead")
        return self.daemon

    def setDaemon(self, daemonic):
        _warn_of_old("setDaemon() is deprecated, set the daemon attribute instead")
        self.daemon = daemonic

    def getName(self):
        _warn_of_old("getName() is deprecated, get the name attribute instead")
        return self.name

    def setName(self, name):
        _warn_of_old("setName() is deprecated, set the name attribute instead")
        self.name = name


def _make_invoke_excepthook():
    """The hook of a thread that ends by an exception; kept with it against later changes."""
    first, first_of_all = excepthook, _sys.excepthook
    for name, hook in ("threading", first), ("sys", first_of_all):
        if hook is None:
            raise RuntimeError(f"{name}.excepthook is None")

    def invoke_excepthook(thread):
        try:
            hook = excepthook if excepthook is not None else first
            hook(ExceptHookArgs((*_sys.exc_info(), thread)))
        except Exception as error:
            error.__suppress_context__ = True
            if _sys.stderr is not None:
                print("Exception in threading.excepthook:", file=_sys.stderr, flush=True)
            hook = _sys.excepthook if _sys.excepthook is not None else first_of_all
            hook(*_sys.exc_info())
    return invoke_excepthook


class Timer(Thread):
    def __init__(self, interval, function, args=None, kwargs=None):
        Thread.__init__(self)
        self.interval = interval
        self.function = function
        self.args = args if args is not None else []
        self.kwargs = kwargs if kwargs is not None else {}
        self.finished = Event()

    def cancel(self):
        self.finished.set()

    def run(self):
        self.finished.wait(self.interval)
        if not self.finished.is_set():
            self.function(*self.args, **self.kwargs)
        self.finished.set()


class _MainThread(Thread):
    def __init__(self):
        Thread.__init__(self, name="MainThread", daemon=False)
        self._started = True
        self._done.acquire()
        self._ident = _thread._get_main_thread_ident()
        self._native_id = get_native_id()
        _active[self._ident] = self


class _DummyThread(Thread):
    """Stands for a thread that `_thread` has started."""

    def __init__(self):
        global _counter
        _counter += 1
        Thread.__init__(self, name="Dummy-" + str(_counter), daemon=True)
        self._started = True
        self._done.acquire()
        self._ident = get_ident()
        self._native_id = get_native_id()
        _active[self._ident] = self
        _threads.set_current(self)

    def _forget(self):
        self._finished = True
        del _active[self._ident]
        self._done.release()

    def is_alive(self):
        return not self._finished

    def join(self, timeout=None):
        raise RuntimeError("cannot join a dummy thread")

    def _become_main(self):
        Thread._become_main(self)
        self.__class__ = _MainThread
        self._name = "MainThread"
        self._daemonic = False


def current_thread():
    thread = _current()
    kind = type(thread)
    if kind is Thread or kind is _MainThread or isinstance(thread, Thread):
        return thread
    if get_ident() == _thread._get_main_thread_ident():
        _threads.set_current(_main)
        return _main
    return _DummyThread()


def main_thread():
    return _main


def active_count():
    return len(_active)


def enumerate():
    return list(_active.values())


def currentThread():
    _warn_of_old("currentThread() is deprecated, use current_thread() instead")
    return current_thread()


def activeCount():
    _warn_of_old("activeCount() is deprecated, use active_count() instead")
    return active_count()

_at_exit = []
_has_shut_down = False


def _register_atexit(func, *arg, **kwargs):
    if _has_shut_down:
        raise RuntimeError("can't register atexit after shutdown")
    _at_exit.append((func, arg, kwargs))


def _shutdown():
    """The end of the program waits for all threads that are not daemons."""
    global _has_shut_down
    if _main._finished:
        return
    _has_shut_down = True
    _main._finished = True
    _main._done.release()
    while _at_exit:
        func, arg, kwargs = _at_exit.pop()
        func(*arg, **kwargs)
    while True:
        running = [thread for thread in enumerate() if not thread._daemonic and thread is not _main]
        if not running:
            break
        for thread in running:
            thread.join()


_main = None
_main = _MainThread()


def _after_fork():
    """In the child of a fork: this thread is the only one, and the main one."""
    global _main
    _main = _active.get(get_ident()) or _DummyThread()
    for thread in enumerate():
        if thread is not _main:
            thread._end_by_fork()
    _active.clear()
    _active[_main._ident] = _main
    _main._become_main()


_register_at_fork(after_in_child=_after_fork)
