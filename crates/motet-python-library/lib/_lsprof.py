"""What `cProfile` counts with: how often functions are called, and for how long.

The recorder of the machine counts, and times calls by a clock of its own. A program that brings its
own clock is timed by the profile function of the thread:

```text
  call of f    push (entry of f, time)
  return       pop: what has passed is f's total, without the calls below it f's own;
               the same is noted for f as called by the function below it on the stack
```
"""

import sys

import _motet_unraisable
import _profile_core as core
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

    def add_all(self, count, again, total, own):
        """Adds what the recorder has counted."""
        self.count += count
        self.again += again
        self.total += total
        self.own += own

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
    """How statistics name a native: the method of a class as the class shows it."""
    name, own = function.__name__, getattr(function, "__self__", None)
    if own is not None and not isinstance(own, type(sys)):
        method = getattr(type(own), name, None)
        return f"<built-in method {name}>" if isinstance(own, type) else repr(method)
    if getattr(function, "__objclass__", None) is not None:
        return repr(function)
    module = getattr(function, "__module__", None)
    return f"<built-in method {module}.{name}>" if module else f"<built-in method {name}>"


class Profiler:
    """Builds a profiler object using the specified timer function."""

    def __init__(self, timer=None, timeunit=0.0, subcalls=True, builtins=True):
        self._timer = perf_counter if timer is None else timer
        self._unit = timeunit if timer is not None and timeunit > 0 else 1
        self._subcalls, self._builtins = subcalls, builtins
        self._entries, self._stack = {}, []
        self._is_in_timer = self._is_recording = False

    def enable(self, subcalls=True, builtins=True):
        """Start collecting profiling information."""
        if self._is_in_timer:
            raise RuntimeError("cannot enable profiler in external timer")
        is_recorded = self._timer is perf_counter
        if core.is_on() or not is_recorded and sys.getprofile() is not None:
            raise ValueError("tool 2 is already in use")
        self._subcalls, self._builtins = subcalls, builtins
        if is_recorded:
            self._is_recording = True
            core.start(bool(builtins), bool(subcalls))
        else:
            sys.setprofile(self._event)

    def disable(self):
        """Stop collecting profiling information."""
        if self._is_in_timer:
            raise RuntimeError("cannot disable profiler in external timer")
        if self._is_recording:
            self._is_recording = False
            self._take(core.stop(), self._entries)
        elif sys.getprofile() == self._event:
            sys.setprofile(None)
        while self._stack:
            self._leave()

    def clear(self):
        """Clear all profiling information collected so far."""
        if self._is_in_timer:
            raise RuntimeError("cannot clear profiler in external timer")
        self._entries.clear()
        self._stack.clear()
        if self._is_recording:
            core.clear()

    def getstats(self):
        """One entry for each function that has been called, with those that it called."""
        entries = self._entries
        if self._is_recording:
            entries = self._taken({})
            self._take(core.rows(), entries)
        return [self._entry_of(entry) for entry in list(entries.values()) if entry.count]

    def _taken(self, entries):
        """Copies of the entries so far, so that calls which are still under way count in neither."""
        for code, entry in self._entries.items():
            self._take([(*entry.fields(), [(*call.fields(), None) for call in entry.calls.values()])], entries)
        return entries

    @staticmethod
    def _take(rows, entries):
        """Adds rows of the recorder to entries."""
        for code, *counts, calls in rows:
            entry = entries.get(code)
            if entry is None:
                entry = entries[code] = _Entry(code)
            entry.add_all(*counts)
            for code, *counts, _ in calls:
                call = entry.calls.get(code)
                if call is None:
                    call = entry.calls[code] = _Entry(code)
                call.add_all(*counts)

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
