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
    reduced = _reduced_by(_dispatch_table, obj, protocol)
    return _reduced if reduced is _missing else reduced


def _reduced_by(table, obj, protocol):
    kind = type(obj)
    if kind in _own_kinds:
        return _missing
    reduce = table.get(kind, _missing)
    if reduce is not _missing:
        return reduce(obj)
    if issubclass(kind, type):
        return _missing
    reduce = getattr(obj, "__reduce_ex__", _missing)
    return _missing if reduce is _missing else reduce(protocol)


def _asked():
    """Stands for a reduction: all hooks were asked."""


def _write_rest(pickler, obj, reduced, protocol, memo, frame):
    """Writes an object at the end of a frame, and puts what it remembers into a list.

    Returns the pickler for the next time, what comes before the last frame, and that frame.
    """
    if pickler is None:
        pickler = pickle._Pickler(io.BytesIO(), protocol)
        pickler.framer.start_framing()
    framer, known = pickler.framer, pickler.memo
    if known is _UNKNOWN:
        known = pickler._memo = {}
    for place in range(len(known), len(memo)):
        known[id(memo[place])] = place, memo[place]
    file = io.BytesIO()
    framer.file_write = file.write
    framer.current_frame = io.BytesIO(frame)
    framer.current_frame.seek(0, io.SEEK_END)
    if reduced is _asked:
        _save_without_hooks(pickler, obj)
    elif callable(reduced):
        pickler.save(obj, False)
    else:
        _save_reduced(pickler, obj, reduced)
    memo.extend(value for _, value in islice(known.values(), len(memo), None))
    return pickler, file.getvalue(), framer.current_frame.getvalue()


def _save_without_hooks(pickler, obj):
    """As `Pickler.save`, which has hooks."""
    kind = type(obj)
    table = getattr(pickler, "dispatch_table", _dispatch_table)
    reduced = _reduced_by(table, obj, pickler.proto)
    if reduced is _missing:
        save = _own_kinds.get(kind)
        if save is not None:
            return save(pickler, obj)
        if issubclass(kind, type):
            return pickler.save_global(obj)
        reduce = getattr(obj, "__reduce__", _missing)
        if reduce is _missing:
            raise pickle.PicklingError(f"Can't pickle {pickle._T(kind)} object")
        reduced = reduce()
    _save_reduced(pickler, obj, reduced)


def _save_reduced(pickler, obj, reduced):
    """The end of `Pickler.save`."""
    if isinstance(reduced, str):
        return pickler.save_global(obj, reduced)
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
    _dispatch_table, copyreg._extension_registry, _own_kinds, _asked,
)


def dumps(obj, protocol):
    return dumps_asking(obj, protocol, [], _helpers, None, None, None)


def dump(pickler, obj):
    """`Pickler.dump` for a protocol with frames; false if the library must do it."""
    helpers = _helpers
    table = getattr(pickler, "dispatch_table", _dispatch_table)
    if table is not _dispatch_table:
        if type(table) is not dict:
            return False

        def reduced(obj, protocol):
            found = _reduced_by(table, obj, protocol)
            return reduced if found is _missing else found

        helpers = (reduced, *_helpers[1:5], table, *_helpers[6:])
    persistent_id = pickler.persistent_id
    if getattr(persistent_id, "__func__", None) is pickle._Pickler.persistent_id:
        persistent_id = None
    override = getattr(pickler, "reducer_override", _missing)
    if override is None:
        # (It is called, and is no function.)
        return False
    if override is _missing:
        override = None
    written = pickler._written
    if written is None:
        written = []
        for place, value in pickler._memo.values():
            if place != len(written):
                return False
            written.append(value)
    pickler._written = None
    framer = pickler.framer
    try:
        parts = dumps_asking(obj, pickler.proto, written, helpers, pickler, persistent_id, override)
    finally:
        framer.file_write, framer.current_frame = pickler._file_write, None
        pickler._memo = _UNKNOWN
        pickler._written = written
    for part in parts:
        pickler._file_write(part)
    return True


# A memo that is told by the list of what was written.
_UNKNOWN = {}
