"""`gc.get_referrers`, `gc.get_referents` and `gc.get_objects`, as far as objects tell their parts.

The collector traces the heap from its roots; nobody knows who refers to an object. So
`get_referrers` looks where a program can look too: into `sys.modules`, the namespaces of modules and
classes, and the containers and instances that are found there, and ends at the least number of
steps at which there is one. Generators and coroutines refer to their variables: it looks into those
that run in this thread."""

import sys
import types

# So many steps from a module `get_referrers` goes.
_DEPTH = 7


def get_referents(*objects):
    """The objects to which these refer directly."""
    found = []
    for value in objects:
        found.extend(_parts(value))
    return found


def _parts(value):
    kind = type(value)
    if isinstance(value, dict):
        parts = [part for pair in list(value.items()) for part in pair]
    elif isinstance(value, (list, tuple, set, frozenset)):
        parts = list(value)
    elif kind is types.FunctionType:
        parts = [value.__globals__, value.__code__, value.__defaults__, value.__closure__]
        return [part for part in parts if part is not None]
    elif kind is types.MethodType:
        return [value.__func__, value.__self__]
    elif kind is types.CellType:
        try:
            return [value.cell_contents]
        except ValueError:
            return []
    elif isinstance(value, type):
        return [*vars(value).values(), *value.__bases__, value.__mro__]
    elif isinstance(value, (int, float, complex, str, bytes, bytearray)):
        return []
    else:
        parts = []
    try:
        space = value.__dict__
    except Exception:
        space = None
    if isinstance(space, dict):
        parts.append(space)
    return parts


def get_referrers(*objects):
    """Objects that refer directly to any of these, of those that the modules lead to."""
    wanted = {id(value) for value in objects}
    found, seen, level = _running_referrers(wanted), set(), [sys.modules]
    for _ in range(_DEPTH):
        deeper = []
        for holder in level:
            if id(holder) in seen:
                continue
            seen.add(id(holder))
            parts = _parts(holder)
            if any(id(part) in wanted for part in parts):
                found.append(holder)
            deeper.extend(parts)
        if found:
            break
        level = deeper
    return found


def _running_referrers(wanted):
    """The generators that run in this thread and have a variable with an object of these numbers."""
    found, frame = [], sys._getframe(1)
    while frame is not None:
        generator = frame.f_generator
        if generator is not None and not wanted.isdisjoint(map(id, frame.f_locals.values())):
            found.append(generator)
        frame = frame.f_back
    return found


def get_objects(generation):
    """The objects with parts that the modules lead to. All belong to the oldest generation."""
    import gc
    if generation is not None:
        if not hasattr(type(generation), "__index__"):
            name = type(generation).__name__
            raise TypeError(f"argument should be integer or None, not '{name}'")
        generation = generation.__index__()
        if generation >= 3:
            raise ValueError(
                "generation parameter must be less than the number of available generations (3)"
            )
        if generation < 0:
            raise ValueError("generation parameter cannot be negative")
        if generation < 2:
            return []
    todo = [sys.modules]
    seen, found = set(), []
    own = {id(todo), id(seen), id(found)}
    while todo:
        value = todo.pop()
        if id(value) in seen or id(value) in own or not gc.is_tracked(value):
            continue
        seen.add(id(value))
        found.append(value)
        todo.extend(_parts(value))
    return found
