"""`queue.SimpleQueue`, without a lock around its items.

Putting appends the item and then looks for a thread that waits; getting notes that the thread waits
and then looks for an item once more. So of two threads that do both at once one sees the other, and
no item stays behind while its getter sleeps. Nothing is held meanwhile: finalizers and signal
handlers may put, too.
"""

from _collections import deque as _deque
from _thread import allocate_lock as _allocate_lock
from _time_core import timeout_ns as _timeout_ns
from time import monotonic as _monotonic


class Empty(Exception):
    "Exception raised by Queue.get(block=0)/get_nowait()."


Empty.__module__ = "_queue"


def _seconds(timeout):
    span_ns = _timeout_ns(timeout, 10**9)
    if span_ns < 0:
        raise ValueError("'timeout' must be a non-negative number")
    return span_ns / 1e9


class SimpleQueue:
    _motet_closed = True

    "Simple, unbounded, reentrant FIFO queue."

    __slots__ = ("_items", "_waiters", "__weakref__")
    __module__ = "_queue"

    def __new__(cls):
        self = object.__new__(cls)
        self._items, self._waiters = _deque(), _deque()
        return self

    def put(self, item, block=True, timeout=None):
        "Put the item on the queue; never blocks."
        self._items.append(item)
        if self._waiters:
            self._wake()

    def put_nowait(self, item):
        "Put an item into the queue without blocking."
        self._items.append(item)
        if self._waiters:
            self._wake()

    def get(self, block=True, timeout=None):
        "Remove and return an item: waits for one if block is true, at most for the timeout."
        if timeout is not None and block:
            timeout = _seconds(timeout)
        if self._items:
            try:
                return self._items.popleft()
            except IndexError:
                # Another thread was faster.
                pass
        if not block:
            raise Empty
        return self._wait(timeout)

    def get_nowait(self):
        "Remove and return an item from the queue without blocking."
        return self.get(False)

    def empty(self):
        "Return True if the queue is empty, False otherwise (not reliable!)."
        return not self._items

    def qsize(self):
        "Return the approximate size of the queue (not reliable!)."
        return len(self._items)

    def _wake(self):
        try:
            waiter = self._waiters.popleft()
        except IndexError:
            return
        waiter.release()

    def _wait(self, timeout):
        end = None if timeout is None else _monotonic() + timeout
        while True:
            waiter = _allocate_lock()
            waiter.acquire()
            self._waiters.append(waiter)
            try:
                if not self._items:
                    waiter.acquire(True, -1 if end is None else max(end - _monotonic(), 0))
            except BaseException:
                # An item for which this thread was woken is another's now.
                if not self._forget(waiter) and self._items:
                    self._wake()
                raise
            self._forget(waiter)
            try:
                return self._items.popleft()
            except IndexError:
                if end is not None and _monotonic() >= end:
                    raise Empty from None

    def _forget(self, waiter):
        """The thread waits no more. False if it was woken before."""
        try:
            self._waiters.remove(waiter)
        except ValueError:
            return False
        return True

    __class_getitem__ = classmethod(type(list[int]))
