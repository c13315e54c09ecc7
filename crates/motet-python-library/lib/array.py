"""Arrays of numbers: the class is native (`_array_core`)."""

from collections.abc import MutableSequence as _MutableSequence

from _array_core import array
from _motet_array import array_reconstructor as _array_reconstructor, typecodes

ArrayType = array

_MutableSequence.register(array)
