"""What `cProfile` counts with: the times of calls, taken by the profile function of a thread.

```text
  call of f    push (entry of f, time)
  return       pop: what has passed is f's total, without the calls below it f's own;
               the same is noted for f as called by the function below it on the stack
```
"""

import sys

import _motet_unraisable
from collections import namedtuple
from time import perf_counter

_FIELDS = "code callcount reccallcount totaltime inlinetime"
profiler_entry = namedtuple("profiler_entry", _FIELDS + " calls")
profiler_subentry = namedtuple("profiler_subentry", _FIELDS)


class _Entry:
    __slots__ = ("code", "count", "again", "total", "own", "depth", "calls")

    def __init__(self, code):
        self.code = code
        self.clear()

    def clear(self):
        self.count = self.again = self.depth = 0
        self.total = self.own = 0.0
        self.calls = {}

    def add(self, passed, own):
        self.depth -= 1
        self.count += 1
        self.own += own
        # The time of a call within a call of the same function counts once, in the outer one.
        if self.depth == 0:
            self.total += passed
        else:
            self.again += 1

    def fields(self):
        return self.code, self.count, self.again, self.total, self.own


def _name_of(function):
    """How statistics name a function that is not Python's."""
    module = getattr(function, "__module__", None)
    owner = getattr(function, "__objclass__", None)
    if owner is not None:
        return f"<method {function.__name__!r} of {owner.__name__!r} objects>"
    if module and module != "builtins":
        return f"<{module}.{function.__name__}>"
    return f"<built-in method builtins.{function.__name__}>"


class Profiler:
    """Builds a profiler object using the specified timer function."""

    def __init__(self, timer=None, timeunit=0.0, subcalls=True, builtins=True):
        self._timer = perf_counter if timer is None else timer
        self._unit = timeunit if timer is not None and timeunit > 0 else 1
        self._subcalls, self._builtins = subcalls, builtins
        self._entries, self._stack = {}, []
        self._is_in_timer = False

    def enable(self, subcalls=True, builtins=True):
        """Start collecting profiling information."""
        if self._is_in_timer:
            raise RuntimeError("cannot enable profiler in external timer")
        if sys.getprofile() is not None:
            raise ValueError("tool 2 is already in use")
        self._subcalls, self._builtins = subcalls, builtins
        sys.setprofile(self._event)

    def disable(self):
        """Stop collecting profiling information."""
        if self._is_in_timer:
            raise RuntimeError("cannot disable profiler in external timer")
        if sys.getprofile() == self._event:
            sys.setprofile(None)
        while self._stack:
            self._leave()

    def clear(self):
        """Clear all profiling information collected so far."""
        if self._is_in_timer:
            raise RuntimeError("cannot clear profiler in external timer")
        self._entries.clear()
        self._stack.clear()

    def getstats(self):
        """One entry for each function that has been called, with those that it called."""
        return [self._entry_of(entry) for entry in list(self._entries.values()) if entry.count]

    @staticmethod
    def _entry_of(entry):
        calls = [profiler_subentry(*call.fields()) for call in entry.calls.values() if call.count]
        return profiler_entry(*entry.fields(), calls or None)

    def _event(self, frame, event, argument):
        if event == "call":
            self._enter(frame.f_code)
        elif event == "return":
            self._leave()
        elif self._builtins:
            if event == "c_call":
                self._enter(_name_of(argument))
            else:
                self._leave()

    def _enter(self, code):
        entry = self._entries.get(code)
        if entry is None:
            entry = self._entries[code] = _Entry(code)
        entry.depth += 1
        call = None
        if self._subcalls and self._stack:
            caller = self._stack[-1][0]
            call = caller.calls.get(code)
            if call is None:
                call = caller.calls[code] = _Entry(code)
            call.depth += 1
        self._stack.append([entry, call, 0, self._now()])

    def _now(self):
        """The time that the timer tells; 0 where it fails."""
        if self._timer is perf_counter:
            return perf_counter()
        self._is_in_timer = True
        try:
            return self._timer() + 0
        except BaseException as error:
            _motet_unraisable.report(error, None, self._timer)
            return 0
        finally:
            self._is_in_timer = False

    def _leave(self):
        # (A function that was called before the profiler was on returns to nothing.)
        if not self._stack:
            return
        now = self._now()
        entry, call, below, start = self._stack.pop()
        passed = now - start
        if self._stack:
            self._stack[-1][2] += passed
        passed, own = passed * self._unit, (passed - below) * self._unit
        entry.add(passed, own)
        if call is not None:
            call.add(passed, own)
