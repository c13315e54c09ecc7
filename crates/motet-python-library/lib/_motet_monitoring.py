"""`sys.monitoring`: its names are there, so that debuggers can be imported; the machine tells no
events, and raises an error when a program asks for them."""


class _Events:
    NO_EVENTS = 0
    PY_START = 1 << 0
    PY_RESUME = 1 << 1
    PY_RETURN = 1 << 2
    PY_YIELD = 1 << 3
    CALL = 1 << 4
    LINE = 1 << 5
    INSTRUCTION = 1 << 6
    JUMP = 1 << 7
    BRANCH_LEFT = 1 << 8
    BRANCH_RIGHT = 1 << 9
    STOP_ITERATION = 1 << 10
    RAISE = 1 << 11
    EXCEPTION_HANDLED = 1 << 12
    PY_UNWIND = 1 << 13
    PY_THROW = 1 << 14
    RERAISE = 1 << 15
    C_RETURN = 1 << 16
    C_RAISE = 1 << 17
    BRANCH = 1 << 18


events = _Events()
DEBUGGER_ID = 0
COVERAGE_ID = 1
PROFILER_ID = 2
OPTIMIZER_ID = 5


class _Sentinel:
    pass


DISABLE = _Sentinel()
MISSING = _Sentinel()


def get_tool(tool_id):
    """Every number but the debuggers' is taken: a tool that asks first, as it should, does without
    events. Debuggers trace instead, and what asks for theirs wants to know whether one is there."""
    if not 0 <= tool_id <= 5:
        raise ValueError(f"invalid tool {tool_id} (must be between 0 and 5)")
    return None if tool_id == DEBUGGER_ID else "motet"


def _refuse(*arguments):
    raise NotImplementedError("sys.monitoring: this interpreter tells no events")


use_tool_id = clear_tool_id = free_tool_id = register_callback = _refuse
get_events = set_events = get_local_events = set_local_events = restart_events = _refuse
