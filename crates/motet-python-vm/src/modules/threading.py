import _thread
from _thread import allocate_lock as Lock, new_rlock as RLock, get_ident
from time import monotonic as _time

_counter = 0
_alive = []


class Thread:
    def __init__(self, group=None, target=None, name=None, args=(), kwargs=None, *, daemon=None):
        global _counter
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
        self._daemon = current_thread()._daemon if daemon is None else daemon
        self._ident = None
        self._started = False
        self._finished = False
        self._done = Lock()

    def start(self):
        if self._started:
            raise RuntimeError("threads can only be started once")
        self._started = True
        self._done.acquire()
        _alive.append(self)
        self._ident = _thread.start(self)

    def run(self):
        if self._target is not None:
            self._target(*self._args, **self._kwargs)

    def _bootstrap(self):
        try:
            self.run()
        except SystemExit:
            pass
        except BaseException as error:
            _thread.print_exception("Exception in thread " + self._name + ":\n", error)
        self._finished = True
        _alive.remove(self)
        self._done.release()

    def join(self, timeout=None):
        if not self._started:
            raise RuntimeError("cannot join thread before it is started")
        if self is current_thread():
            raise RuntimeError("cannot join current thread")
        if self._done.acquire(True, -1 if timeout is None else max(timeout, 0)):
            self._done.release()

    def is_alive(self):
        return self._started and not self._finished

    @property
    def name(self):
        return self._name

    @name.setter
    def name(self, name):
        self._name = str(name)

    @property
    def ident(self):
        return self._ident

    @property
    def native_id(self):
        return self._ident

    @property
    def daemon(self):
        return self._daemon

    @daemon.setter
    def daemon(self, daemon):
        if self._started:
            raise RuntimeError("cannot set daemon status of active thread")
        self._daemon = bool(daemon)

    def getName(self):
        return self._name

    def setName(self, name):
        self._name = name

    def isDaemon(self):
        return self._daemon

    def setDaemon(self, daemon):
        self.daemon = daemon

    def __repr__(self):
        status = "initial"
        if self._finished:
            status = "stopped"
        elif self._started:
            status = "started"
        if self._daemon:
            status += " daemon"
        if self._ident is not None:
            status += " " + str(self._ident)
        return f"<{self.__class__.__name__}({self._name}, {status})>"


class _MainThread(Thread):
    def __init__(self):
        self._target = None
        self._name = "MainThread"
        self._args = ()
        self._kwargs = {}
        self._daemon = False
        self._ident = _thread.main_ident()
        self._started = True
        self._finished = False
        self._done = Lock()
        self._done.acquire()


_main = _MainThread()


def current_thread():
    thread = _thread.current()
    return _main if thread is None else thread


def main_thread():
    return _main


def active_count():
    return len(_alive) + 1


def enumerate():
    return [_main] + list(_alive)


currentThread = current_thread
activeCount = active_count
get_native_id = get_ident


def _shutdown():
    while True:
        waiting = [thread for thread in list(_alive) if not thread._daemon]
        if not waiting:
            break
        for thread in waiting:
            if thread is not current_thread():
                thread.join()


class Condition:
    def __init__(self, lock=None):
        self._lock = RLock() if lock is None else lock
        self._waiters = []
        self.acquire = self._lock.acquire
        self.release = self._lock.release

    def __enter__(self):
        return self._lock.__enter__()

    def __exit__(self, *args):
        return self._lock.__exit__(*args)

    def wait(self, timeout=None):
        waiter = Lock()
        waiter.acquire()
        self._waiters.append(waiter)
        count = _thread.release_all(self._lock)
        got = False
        try:
            got = waiter.acquire(True, -1 if timeout is None else max(timeout, 0))
            return got
        finally:
            _thread.acquire_all(self._lock, count)
            if not got and waiter in self._waiters:
                self._waiters.remove(waiter)

    def wait_for(self, predicate, timeout=None):
        end = None if timeout is None else _time() + timeout
        result = predicate()
        while not result:
            left = None
            if end is not None:
                left = end - _time()
                if left <= 0:
                    break
            self.wait(left)
            result = predicate()
        return result

    def notify(self, n=1):
        if not self._lock.locked():
            raise RuntimeError("cannot notify on un-acquired lock")
        while n > 0 and self._waiters:
            self._waiters.pop(0).release()
            n -= 1

    def notify_all(self):
        self.notify(len(self._waiters))

    notifyAll = notify_all


class Semaphore:
    def __init__(self, value=1):
        if value < 0:
            raise ValueError("semaphore initial value must be >= 0")
        self._cond = Condition(Lock())
        self._value = value

    def acquire(self, blocking=True, timeout=None):
        if not blocking and timeout is not None:
            raise ValueError("can't specify timeout for non-blocking acquire")
        end = None if timeout is None else _time() + timeout
        with self._cond:
            while self._value == 0:
                if not blocking:
                    return False
                left = None
                if end is not None:
                    left = end - _time()
                    if left <= 0:
                        return False
                self._cond.wait(left)
            self._value -= 1
        return True

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *args):
        self.release()

    def release(self, n=1):
        if n < 1:
            raise ValueError("n must be one or more")
        with self._cond:
            self._value += n
            self._cond.notify(n)


class BoundedSemaphore(Semaphore):
    def __init__(self, value=1):
        super().__init__(value)
        self._initial_value = value

    def release(self, n=1):
        with self._cond:
            if self._value + n > self._initial_value:
                raise ValueError("Semaphore released too many times")
            self._value += n
            self._cond.notify(n)


class Event:
    def __init__(self):
        self._cond = Condition(Lock())
        self._flag = False

    def is_set(self):
        return self._flag

    isSet = is_set

    def set(self):
        with self._cond:
            self._flag = True
            self._cond.notify_all()

    def clear(self):
        with self._cond:
            self._flag = False

    def wait(self, timeout=None):
        with self._cond:
            if not self._flag:
                self._cond.wait(timeout)
            return self._flag


class BrokenBarrierError(RuntimeError):
    pass


class Barrier:
    def __init__(self, parties, action=None, timeout=None):
        self._cond = Condition(Lock())
        self._parties = parties
        self._action = action
        self._timeout = timeout
        self._count = 0
        self._generation = 0
        self._broken = False

    def wait(self, timeout=None):
        if timeout is None:
            timeout = self._timeout
        with self._cond:
            if self._broken:
                raise BrokenBarrierError
            index = self._count
            self._count += 1
            if self._count == self._parties:
                if self._action is not None:
                    self._action()
                self._count = 0
                self._generation += 1
                self._cond.notify_all()
                return index
            generation = self._generation
            if not self._cond.wait_for(
                lambda: self._broken or self._generation != generation, timeout
            ):
                self._broken = True
                self._cond.notify_all()
            if self._broken:
                raise BrokenBarrierError
            return index

    def abort(self):
        with self._cond:
            self._broken = True
            self._cond.notify_all()

    def reset(self):
        with self._cond:
            self._count = 0
            self._generation += 1
            self._broken = False
            self._cond.notify_all()

    @property
    def parties(self):
        return self._parties

    @property
    def n_waiting(self):
        return self._count

    @property
    def broken(self):
        return self._broken


class local:
    def __init__(self):
        object.__setattr__(self, "_values", {})

    def _mine(self):
        values = object.__getattribute__(self, "_values")
        ident = get_ident()
        if ident not in values:
            values[ident] = {}
        return values[ident]

    def __getattr__(self, name):
        mine = self._mine()
        if name in mine:
            return mine[name]
        raise AttributeError(f"'local' object has no attribute '{name}'")

    def __setattr__(self, name, value):
        self._mine()[name] = value

    def __delattr__(self, name):
        mine = self._mine()
        if name not in mine:
            raise AttributeError(f"'local' object has no attribute '{name}'")
        del mine[name]


class Timer(Thread):
    def __init__(self, interval, function, args=None, kwargs=None):
        super().__init__()
        self.interval = interval
        self.function = function
        self.args = [] if args is None else args
        self.kwargs = {} if kwargs is None else kwargs
        self.finished = Event()

    def cancel(self):
        self.finished.set()

    def run(self):
        self.finished.wait(self.interval)
        if not self.finished.is_set():
            self.function(*self.args, **self.kwargs)
        self.finished.set()
