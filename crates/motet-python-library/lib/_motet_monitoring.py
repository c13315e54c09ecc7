"""`sys.monitoring`: tools and their functions; the machine tells the events
(`classes/monitoring.rs`).

CALL, C_RETURN and C_RAISE are not told.
"""

import operator as _operator
import types as _types

import _monitoring_core as _core

events = _types.SimpleNamespace(
    PY_START=1 << 0, PY_RESUME=1 << 1, PY_RETURN=1 << 2, PY_YIELD=1 << 3, CALL=1 << 4,
    LINE=1 << 5, INSTRUCTION=1 << 6, JUMP=1 << 7, BRANCH_LEFT=1 << 8, BRANCH_RIGHT=1 << 9,
    STOP_ITERATION=1 << 10, RAISE=1 << 11, EXCEPTION_HANDLED=1 << 12, PY_UNWIND=1 << 13,
    PY_THROW=1 << 14, RERAISE=1 << 15, C_RETURN=1 << 16, C_RAISE=1 << 17, BRANCH=1 << 18,
    NO_EVENTS=0,
)
DEBUGGER_ID = 0
COVERAGE_ID = 1
PROFILER_ID = 2
OPTIMIZER_ID = 5
DISABLE = object()
MISSING = object()

_TOOLS = 6
_EVENTS = 19
_LOCAL = (1 << 11) - 1 | events.BRANCH
_ALL = (1 << _EVENTS) - 1
_RESULTS = events.C_RETURN | events.C_RAISE
_CALLS = events.CALL | _RESULTS
_BRANCHES = events.BRANCH_LEFT | events.BRANCH_RIGHT

_names = [None] * _TOOLS
# By tool and event, as the machine reads them; `DISABLE` behind them.
_functions = [None] * (_TOOLS * _EVENTS) + [DISABLE]
_core.set_functions(_functions)


def _tool(tool_id):
    tool = _operator.index(tool_id)
    if not 0 <= tool < _TOOLS:
        raise ValueError(f"invalid tool {tool} (must be between 0 and 5)")
    return tool


def _used_tool(tool_id):
    tool = _tool(tool_id)
    if _names[tool] is None:
        raise ValueError(f"tool {tool} is not in use")
    return tool


def _event_set(event_set, possible, kind):
    event_set = _operator.index(event_set)
    if event_set & ~possible:
        raise ValueError(f"invalid {kind} 0x{event_set & 0xffffffff:x}")
    if event_set & _RESULTS and event_set & _CALLS != _CALLS:
        raise ValueError("cannot set C_RETURN or C_RAISE events independently")
    if event_set & events.CALL:
        raise NotImplementedError("this interpreter tells no CALL events")
    # (The old name of both branches.)
    if event_set & events.BRANCH:
        event_set = event_set & ~events.BRANCH | _BRANCHES
    return event_set


def use_tool_id(tool_id, name, /):
    tool = _tool(tool_id)
    if not isinstance(name, str):
        raise ValueError("tool name must be a str")
    if _names[tool] is not None:
        raise ValueError(f"tool {tool} is already in use")
    _names[tool] = name


def clear_tool_id(tool_id, /):
    tool = _tool(tool_id)
    if _names[tool] is None:
        return
    _core.clear(tool)
    first = tool * _EVENTS
    _functions[first:first + _EVENTS] = [None] * _EVENTS


def free_tool_id(tool_id, /):
    clear_tool_id(tool_id)
    _names[_tool(tool_id)] = None


def get_tool(tool_id, /):
    return _names[_tool(tool_id)]


def register_callback(tool_id, event, func, /):
    tool = _tool(tool_id)
    event = _operator.index(event)
    if event <= 0 or event & event - 1:
        raise ValueError("The callback can only be set for one event at a time")
    number = event.bit_length() - 1
    if number >= _EVENTS:
        raise ValueError(f"invalid event {event}")
    place = tool * _EVENTS + number
    before = _functions[place]
    _functions[place] = func
    if event == events.BRANCH:
        first = tool * _EVENTS + events.BRANCH_LEFT.bit_length() - 1
        _functions[first:first + 2] = [func] * 2
    return before


def get_events(tool_id, /):
    tool = _tool(tool_id)
    return 0 if _names[tool] is None else _core.get_events(tool)


def set_events(tool_id, event_set, /):
    tool = _tool(tool_id)
    event_set = _event_set(event_set, _ALL, "event set")
    _core.set_events(_used_tool(tool), event_set)


def get_local_events(tool_id, code, /):
    tool = _used_tool(tool_id)
    return _core.get_local_events(tool, code)


def set_local_events(tool_id, code, event_set, /):
    tool = _tool(tool_id)
    if not isinstance(code, _types.CodeType):
        raise TypeError("code must be a code object")
    event_set = _event_set(event_set, _LOCAL, "local event set")
    _core.set_local_events(_used_tool(tool), code, event_set)


def restart_events():
    _core.restart()


def _all_events():
    """The events that tools want of all code, by their names: a mask of tools each."""
    wanted = {}
    for name, event in vars(events).items():
        tools = sum(1 << tool for tool in range(_TOOLS) if get_events(tool) & event)
        if tools:
            wanted[name] = tools
    return wanted
