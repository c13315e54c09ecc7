"""Threads: for one piece of work, and teams that stay for many phases."""

from threading import Barrier, Lock, Thread


def share(count, parts, index):
    """The bounds of part `index` of `count` things: contiguous, the first ones one larger."""
    size, rest = divmod(count, parts)
    first = index * size + min(index, rest)
    return first, first + size + (1 if index < rest else 0)


def in_threads(count, work):
    """Calls work(index) for each index below `count` in a thread of its own; waits for all.

    Returns what the calls returned, in the order of the indices.
    """
    results = [None] * count
    failures = []

    def run(index):
        try:
            results[index] = work(index)
        except BaseException as error:
            failures.append(error)

    threads = [Thread(target=run, args=(index,)) for index in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]
    return results


class Tasks:
    """Hands out the numbers below `count`, each once: for pieces of work of unequal length."""

    def __init__(self, count):
        self._lock = Lock()
        self._next = 0
        self._count = count

    def take(self):
        """The next number, or None when there is no more."""
        with self._lock:
            number = self._next
            if number == self._count:
                return None
            self._next = number + 1
            return number


class Team:
    """Threads that live as long as the team and meet at a barrier before and after each phase.

    The caller is the master: it dispatches a phase, waits until all have done it, and does what is
    serial itself in between, while the others wait.
    """

    def __init__(self, size):
        self.size = size
        self._begin = Barrier(size + 1)
        self._end = Barrier(size + 1)
        self._phase = None
        self._failures = []
        self._threads = [Thread(target=self._work, args=(index,)) for index in range(size)]
        for thread in self._threads:
            thread.start()

    def _work(self, index):
        while True:
            self._begin.wait()
            phase = self._phase
            if phase is None:
                return
            try:
                phase(index)
            except BaseException as error:
                self._failures.append(error)
            self._end.wait()

    def run(self, phase):
        """Every thread calls phase(index); returns when all have."""
        self._phase = phase
        self._begin.wait()
        self._end.wait()
        if self._failures:
            failure = self._failures[0]
            self.close()
            raise failure

    def split(self, count, work):
        """Every thread calls work(first, end) with its part of `count` things."""

        def phase(index):
            first, end = share(count, self.size, index)
            if first < end:
                work(first, end)

        self.run(phase)

    def close(self):
        """Ends the threads."""
        self._phase = None
        self._begin.wait()
        for thread in self._threads:
            thread.join()
