"""The thread primitives: natives come from _threads, the rest is here."""
import sys as _sys
from _operator import index as _index
from _sys import _report_unraisable
from _weakref import ref as _ref
from itertools import count as _numbers
import _threads
from _threads import (
    LockType, RLock, TIMEOUT_MAX, allocate_lock, get_ident, get_native_id, set_name,
)

lock = LockType
allocate = allocate_lock
error = RuntimeError
_stack_size = 0
_running = 0


def _is_main_interpreter():
    return True


def daemon_threads_allowed():
    return True


def _get_main_thread_ident():
    return _threads.main_ident()


def stack_size(size=0):
    """Only remembered: every thread has a large stack of address space."""
    global _stack_size
    size = _index(size)
    if not -1 << 63 <= size < 1 << 63:
        raise OverflowError("Python int too large to convert to C ssize_t")
    if size and size < 53248:
        raise ValueError("size must be at least 53248 bytes")
    before = _stack_size
    _stack_size = size
    return before


def _count():
    return _running


def _begin_child():
    """The process was forked: this thread is the only one."""
    global _running
    _running = 0


def exit():
    raise SystemExit


exit_thread = exit


def interrupt_main(signum=2):
    import _signal
    _signal._simulate(signum)


class _Task:
    """The function of a thread without a threading.Thread."""

    def __init__(self, function, args, kwargs):
        self._function = function
        self._args = args
        self._kwargs = kwargs

    def _bootstrap(self):
        global _running
        _running += 1
        try:
            self._function(*self._args, **self._kwargs)
        except SystemExit:
            pass
        except BaseException as error:
            message = f"Exception ignored in thread started by {self._function!r}"
            _report_unraisable(error, message, None)
        # (In a child that this thread has forked it was not counted.)
        _running = max(_running - 1, 0)
        forget = getattr(_threads.current(), "_forget", None)
        if forget is not None:
            forget()


class _JoinableTask(_Task):
    """The function of a thread that others wait for by a handle."""

    def __init__(self, function, handle):
        super().__init__(function, (), {})
        self._handle = handle

    def _bootstrap(self):
        super()._bootstrap()
        self._handle._set_done()


def _new_ident():
    """The number of a thread that is about to start."""
    _sys._check_not_finalizing("can't create new thread")
    return _threads.new_ident()


def start_new_thread(function, args, kwargs=None, /):
    if not callable(function):
        raise TypeError("first arg must be callable")
    if not isinstance(args, tuple):
        raise TypeError("2nd arg must be a tuple")
    if kwargs is None:
        kwargs = {}
    elif not isinstance(kwargs, dict):
        raise TypeError("optional 3rd arg must be a dictionary")
    ident = _new_ident()
    _threads.start(_Task(function, args, kwargs), ident)
    return ident


start_new = start_new_thread


class _ThreadHandle:
    """A thread that can be waited for. The lock is held while the thread runs."""

    ident = 0

    def __init__(self):
        self._done = allocate_lock()
        self._is_started = self._is_over = False

    def __repr__(self):
        return f"<_ThreadHandle object: ident={self.ident}>"

    def _check_started(self):
        if not self._is_started:
            raise RuntimeError("thread not started")

    def join(self, timeout=None, /):
        self._check_started()
        if self.ident == get_ident() and not self._is_over:
            raise RuntimeError("Cannot join current thread")
        if timeout is None or timeout < 0:
            self._done.acquire()
        elif not self._done.acquire(True, timeout):
            return
        self._done.release()

    def is_done(self):
        return self._is_over

    def _set_done(self):
        self._check_started()
        if not self._is_over:
            self._is_over = True
            self._done.release()


def start_joinable_thread(function, handle=None, daemon=True):
    """Starts a thread without a threading.Thread, for which the program does not wait at its end."""
    if not callable(function):
        raise TypeError("thread function must be callable")
    if not daemon:
        raise ValueError("a thread for which the program waits needs a threading.Thread")
    if handle is None:
        handle = _ThreadHandle()
    elif not isinstance(handle, _ThreadHandle):
        raise TypeError("'handle' must be a _ThreadHandle")
    if handle._is_started:
        raise RuntimeError("thread already started")
    handle._is_started = True
    handle._done.acquire()
    try:
        handle.ident = _new_ident()
        _threads.start(_JoinableTask(function, handle), handle.ident)
    except BaseException:
        handle._done.release()
        handle._is_started = False
        raise
    return handle


class _ExceptHookArgs:
    """Type, value, traceback and thread of an exception that has ended a thread."""

    __module__ = "_thread"

    def __init__(self, args):
        self._args = tuple(args)
        if len(self._args) != 4:
            raise TypeError(
                "_thread._ExceptHookArgs() takes a 4-sequence "
                f"({len(self._args)}-sequence given)"
            )
        self.exc_type, self.exc_value, self.exc_traceback, self.thread = self._args

    def __len__(self):
        return 4

    def __getitem__(self, index):
        return self._args[index]

    def __iter__(self):
        return iter(self._args)

    def __repr__(self):
        return (
            f"_thread._ExceptHookArgs(exc_type={self.exc_type!r}, exc_value={self.exc_value!r}, "
            f"exc_traceback={self.exc_traceback!r}, thread={self.thread!r})"
        )


def _excepthook(args, /):
    if type(args) is not _ExceptHookArgs:
        raise TypeError("_thread.excepthook argument type must be ExceptHookArgs")
    if args.exc_type is SystemExit:
        return
    stream = _sys.stderr
    if stream is None:
        return
    name = str(get_ident()) if args.thread is None else args.thread.name
    value = args.exc_type() if args.exc_value is None else args.exc_value
    stream.write(f"Exception in thread {name}:\n{_threads.exception_text(value)}")
    stream.flush()


_object_get = object.__getattribute__


def _is_data_descriptor(kind, name):
    for base in kind.__mro__:
        if name in base.__dict__:
            found = base.__dict__[name]
            return isinstance(found, property) or hasattr(type(found), "__set__")
    return False


class _local:
    """Attributes of its own for each thread.

    The values lie in a dict that only their thread reaches, so threads do not conflict here.
    """

    _motet_closed = True
    __module__ = "_thread"

    def __new__(cls, /, *args, **kwargs):
        if (args or kwargs) and cls.__init__ is object.__init__:
            raise TypeError("Initialization arguments are not supported")
        self = object.__new__(cls)
        # The key is not the object itself, whose class may define equality.
        key = _next_key()
        object.__setattr__(self, "_local_made", (key, args, kwargs))
        _new_part(self, key)
        return self

    __getattribute__ = _threads._local_get
    __setattr__ = _threads._local_set

    def _get_slowly(self, name):
        mine = _mine(self)
        if name == "__dict__":
            return mine
        if name in mine and not _is_data_descriptor(type(self), name):
            return mine[name]
        try:
            return _object_get(self, name)
        except AttributeError:
            if type(self) is _local:
                message = f"'_thread._local' object has no attribute '{name}'"
                raise AttributeError(message) from None
            raise

    def _set_slowly(self, name, value):
        mine = _mine(self)
        if name == "__dict__":
            raise AttributeError(
                f"'{_name_of(self)}' object attribute '__dict__' is read-only"
            )
        if _is_data_descriptor(type(self), name):
            object.__setattr__(self, name, value)
        else:
            mine[name] = value

    def __delattr__(self, name):
        mine = _mine(self)
        if name == "__dict__":
            raise AttributeError(
                f"'{_name_of(self)}' object attribute '__dict__' is read-only"
            )
        if _is_data_descriptor(type(self), name):
            object.__delattr__(self, name)
        elif name in mine:
            del mine[name]
        else:
            raise AttributeError(f"'{_name_of(self)}' object has no attribute '{name}'")


# What a thread's dict has beside the parts, whose keys are above 0: a dict with weak references to
# their objects, and how many parts there may be until those of dead objects are looked for.
_WATCHED, _LIMIT = 0, -1
_LIMIT_MIN = 32
_next_key = _numbers(1).__next__


def _new_part(value, key):
    """The calling thread's part of an object that has none yet.

    It goes with the object: at once if this thread is told of the end of the object, else when the
    thread has made as many parts again.
    """
    mine = _threads.own_locals()
    watched = mine.setdefault(_WATCHED, {})
    if len(watched) >= mine.get(_LIMIT, _LIMIT_MIN):
        for dead in [dead for dead, link in list(watched.items()) if link() is None]:
            _forget(dead)
        mine[_LIMIT] = max(2 * len(watched), _LIMIT_MIN)
    watched[key] = _ref(value, lambda link: _forget(key))
    mine[key] = made = {}
    return made


def _forget(key):
    mine = _threads.own_locals()
    mine.get(_WATCHED, {}).pop(key, None)
    mine.pop(key, None)


def _name_of(value):
    return "_thread._local" if type(value) is _local else type(value).__name__


def _mine(value):
    key, args, kwargs = _object_get(value, "_local_made")
    mine = _threads.own_locals()
    if key in mine:
        return mine[key]
    made = _new_part(value, key)
    kind = type(value)
    if kind.__init__ is not object.__init__:
        try:
            kind.__init__(value, *args, **kwargs)
        except BaseException:
            _forget(key)
            raise
    return made
