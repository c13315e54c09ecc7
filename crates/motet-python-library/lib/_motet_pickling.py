"""What the native writer of pickles asks: how objects are reduced, and the writing of what is rare."""

import copyreg
import io
from itertools import islice
import pickle

from _pickle_core import dumps_asking

_own_kinds = pickle._Pickler.dispatch
_dispatch_table = copyreg.dispatch_table
_missing = object()


def _reduced(obj, protocol):
    """What an object is reduced to; this function, if a pickler must be asked."""
    kind = type(obj)
    if kind in _own_kinds:
        return _reduced
    reduce = _dispatch_table.get(kind, _missing)
    if reduce is not _missing:
        return reduce(obj)
    if issubclass(kind, type):
        return _reduced
    reduce = getattr(obj, "__reduce_ex__", _missing)
    return _reduced if reduce is _missing else reduce(protocol)


def _write_rest(pickler, obj, reduced, protocol, memo, frame):
    """Writes an object at the end of a frame, and puts what it remembers into a list.

    Returns the pickler for the next time, what comes before the last frame, and that frame.
    """
    if pickler is None:
        pickler = pickle._Pickler(io.BytesIO(), protocol)
        pickler.framer.start_framing()
    framer, known = pickler.framer, pickler.memo
    for place in range(len(known), len(memo)):
        known[id(memo[place])] = place, memo[place]
    file = io.BytesIO()
    framer.file_write = file.write
    framer.current_frame = io.BytesIO(frame)
    framer.current_frame.seek(0, io.SEEK_END)
    if reduced is _reduced:
        pickler.save(obj)
    elif isinstance(reduced, str):
        pickler.save_global(obj, reduced)
    else:
        _save_reduced(pickler, obj, reduced)
    memo.extend(value for _, value in islice(known.values(), len(memo), None))
    return pickler, file.getvalue(), framer.current_frame.getvalue()


def _save_reduced(pickler, obj, reduced):
    """The end of `Pickler.save`."""
    try:
        if not isinstance(reduced, tuple):
            given = pickle._T(reduced)
            raise pickle.PicklingError(f"__reduce__ must return a string or tuple, not {given}")
        if not 2 <= len(reduced) <= 6:
            raise pickle.PicklingError(
                "tuple returned by __reduce__ must contain 2 through 6 elements"
            )
        _check_items(reduced)
        pickler.save_reduce(obj=obj, *reduced)
    except BaseException as error:
        error.add_note(f"when serializing {pickle._T(obj)} object")
        raise


def _check_items(reduced):
    """Raises CPython's errors of items that are no iterators."""
    if not (callable(reduced[0]) and isinstance(reduced[1], tuple)):
        return
    for place, items in zip(("fourth", "fifth"), reduced[3:]):
        if items is not None and not hasattr(type(items), "__next__"):
            raise pickle.PicklingError(
                f"{place} item of the tuple returned by __reduce__ must be an iterator,"
                f" not {pickle._T(items)}"
            )


def _pair(item):
    key, value = item
    return key, value


_helpers = (
    _reduced, _write_rest, _pair, copyreg.__newobj__, copyreg.__newobj_ex__,
    _dispatch_table, copyreg._extension_registry, _own_kinds,
)


def dumps(obj, protocol):
    return dumps_asking(obj, protocol, [], _helpers)
