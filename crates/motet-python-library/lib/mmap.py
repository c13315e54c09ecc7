"""Files mapped into memory, over `_maps_core`.

Memory without a file, and private copies of files, lie in the heap (a byte array), where an abort
takes changes back. A map of a file that others see lies outside of it: its operations are
effects. A memory view of such a map is a `_MapView`: memory views are of the heap.
"""

import _maps_core as _core
import sys as _sys
from _struct import calcsize as _calcsize, error as _StructError, pack as _pack, unpack as _unpack
from operator import index as _index

ACCESS_DEFAULT, ACCESS_READ, ACCESS_WRITE, ACCESS_COPY = range(4)
ALLOCATIONGRANULARITY = PAGESIZE = 4096
PROT_READ, PROT_WRITE, PROT_EXEC = 1, 2, 4
MAP_SHARED, MAP_PRIVATE, MAP_ANON = 1, 2, 0x20
MAP_ANONYMOUS, MAP_DENYWRITE, MAP_EXECUTABLE = MAP_ANON, 0x800, 0x1000
MAP_NORESERVE, MAP_POPULATE, MAP_STACK, MAP_32BIT = 0x4000, 0x8000, 0x20000, 0x40
MADV_NORMAL, MADV_RANDOM, MADV_SEQUENTIAL, MADV_WILLNEED, MADV_DONTNEED = range(5)
(
    MADV_FREE, MADV_REMOVE, MADV_DONTFORK, MADV_DOFORK, MADV_MERGEABLE, MADV_UNMERGEABLE,
    MADV_HUGEPAGE, MADV_NOHUGEPAGE, MADV_DONTDUMP, MADV_DODUMP,
) = range(8, 18)
MADV_HWPOISON = 100
error = OSError

# Memory without a file lies in the heap up to this size, and a map that is only read shows its
# bytes to functions that take bytes-like objects.
_HEAP_BYTES = 64 << 20
_SNAPSHOT_BYTES = 16 << 20


class mmap:
    """mmap(fileno, length[, flags[, prot[, access[, offset]]]])"""

    # Natives that take bytes-like objects look for these (`types/buffer.rs`).
    _motet_array_data = _motet_array_code = None

    def __new__(
        cls, fileno, length, flags=MAP_SHARED, prot=PROT_READ | PROT_WRITE, access=ACCESS_DEFAULT,
        offset=0, *, trackfd=True,
    ):
        fileno, length, offset = _index(fileno), _index(length), _index(offset)
        if length < 0:
            raise OverflowError("memory mapped length must be positive")
        if length > _sys.maxsize:
            raise OverflowError("Python int too large to convert to C ssize_t")
        if offset < 0:
            raise OverflowError("memory mapped offset must be positive")
        if access != ACCESS_DEFAULT and (
            flags != MAP_SHARED or prot != PROT_READ | PROT_WRITE
        ):
            raise ValueError("mmap can't specify both access and flags, prot.")
        if access == ACCESS_READ:
            flags, prot = MAP_SHARED, PROT_READ
        elif access == ACCESS_WRITE:
            flags, prot = MAP_SHARED, PROT_READ | PROT_WRITE
        elif access == ACCESS_COPY:
            flags, prot = MAP_PRIVATE, PROT_READ | PROT_WRITE
        elif access != ACCESS_DEFAULT:
            raise ValueError("mmap invalid access parameter.")
        elif not prot & PROT_WRITE:
            access = ACCESS_READ
        elif not prot & PROT_READ:
            access = ACCESS_WRITE
        self = object.__new__(cls)
        self._tracks, self._motet_array_code = trackfd, "B"
        self._position, self._map, self._heap = 0, None, None
        self._open_map(fileno, length, flags, prot, access, offset)
        return self

    def _open_map(self, fileno, length, flags, prot, access, offset):
        import os

        self._access, self._offset = access, offset
        self._is_shared_memory = bool(flags & MAP_SHARED) and (fileno == -1 or flags & MAP_ANON)
        if fileno != -1 and not flags & MAP_ANON:
            _sys.audit("mmap.__new__", fileno, length, access, offset)
            found = os.fstat(fileno)
            if length == 0:
                if found.st_size == 0:
                    raise ValueError("cannot mmap an empty file")
                if offset >= found.st_size:
                    raise ValueError("mmap offset is greater than file size")
                length = found.st_size - offset
            elif (offset > found.st_size or found.st_size - offset < length) and (
                found.st_mode & 0o170000 == 0o100000
            ):
                raise ValueError("mmap length is greater than file size")
        else:
            _sys.audit("mmap.__new__", fileno, length, access, offset)
            fileno, flags = -1, flags | MAP_ANON
            if length == 0:
                raise OSError(22, "Invalid argument")
        self._size = length
        if fileno == -1 and length <= _HEAP_BYTES and prot & PROT_WRITE:
            self._heap = self._motet_array_data = bytearray(length)
            return
        self._map = _core.open(fileno, length, flags, prot, offset)
        if flags & MAP_PRIVATE and fileno != -1 and length <= _SNAPSHOT_BYTES:
            content = bytearray(_core.read(self._map, 0, length))
            _core.close(self._map)
            self._map, self._heap, self._motet_array_data = None, content, content
        elif access == ACCESS_READ and fileno != -1 and length <= _SNAPSHOT_BYTES:
            self._motet_array_data = bytearray(_core.read(self._map, 0, length))

    def __del__(self):
        handle, self._map = getattr(self, "_map", None), None
        if handle is not None:
            _core.close(handle)

    # ---- bytes

    def _check(self):
        if self._size < 0:
            raise ValueError("mmap closed or invalid")

    def _check_writable(self):
        self._check()
        if self._access == ACCESS_READ:
            raise TypeError("mmap can't modify a readonly memory map.")

    def _get(self, start, length):
        if self._heap is not None:
            return bytes(self._heap[start:start + length])
        return _core.read(self._map, start, length)

    def _put(self, start, content):
        if self._heap is not None:
            self._heap[start:start + len(content)] = content
        else:
            _core.write(self._map, start, content)

    def __len__(self):
        self._check()
        return self._size

    def __buffer__(self, flags, /):
        self._check()
        if self._heap is not None:
            view = memoryview(self._heap)
            return view.toreadonly() if self._access == ACCESS_READ else view
        return _MapView(self, range(self._size), "B", self._access == ACCESS_READ)

    def _motet_address(self):
        """For `ctypes`: where the map lies, and how long it is."""
        self._check()
        if self._map is None:
            raise TypeError("the memory of this map moves: use from_buffer_copy()")
        return _core.address(self._map), self._size

    def __bytes__(self):
        self._check()
        return self._get(0, self._size)

    def __getitem__(self, item):
        self._check()
        if isinstance(item, slice):
            start, stop, step = item.indices(self._size)
            self._check()
            if step == 1:
                return self._get(start, max(stop - start, 0))
            return self._get(0, self._size)[item]
        if not hasattr(item, "__index__"):
            raise TypeError("mmap indices must be integers")
        place = _index(item)
        self._check()
        if place < 0:
            place += self._size
        if not 0 <= place < self._size:
            raise IndexError("mmap index out of range")
        return self._get(place, 1)[0]

    def __setitem__(self, item, value):
        self._check_writable()
        if isinstance(item, slice):
            content = memoryview(value).tobytes()
            places = range(self._size)[item]
            self._check()
            if len(places) != len(content):
                raise IndexError("mmap slice assignment is wrong size")
            if places.step == 1:
                self._put(places.start, content)
            else:
                for place, byte in zip(places, content):
                    self._put(place, bytes([byte]))
            return
        if not hasattr(item, "__index__"):
            raise TypeError("mmap indices must be integers")
        place = _index(item)
        if place < 0:
            place += self._size
        if not 0 <= place < self._size:
            raise IndexError("mmap index out of range")
        if not hasattr(value, "__index__"):
            raise TypeError("mmap item value must be an int")
        value = _index(value)
        self._check()
        if place >= self._size:
            raise IndexError("mmap index out of range")
        if not 0 <= value <= 255:
            raise ValueError("mmap item value must be in range(0, 256)")
        self._put(place, bytes([value]))

    def __delitem__(self, item):
        self._check_writable()
        if isinstance(item, slice):
            raise TypeError("mmap object doesn't support slice deletion")
        raise TypeError("mmap doesn't support item deletion")

    def __iter__(self):
        for place in range(len(self)):
            yield self[place]

    def __contains__(self, value):
        # The items are numbers.
        self._check()
        return any(byte == value for byte in self._get(0, self._size))

    # ---- as a file

    def read(self, n=None, /):
        self._check()
        rest = max(self._size - self._position, 0)
        count = rest if n is None else _index(n)
        self._check()
        count = rest if count < 0 else min(count, rest)
        content = self._get(self._position, count)
        self._position += count
        return content

    def read_byte(self):
        self._check()
        if self._position >= self._size:
            raise ValueError("read byte out of range")
        self._position += 1
        return self._get(self._position - 1, 1)[0]

    def readline(self):
        self._check()
        if self._position >= self._size:
            return b""
        end = self._find(b"\n", self._position, self._size, False)
        end = self._size if end < 0 else end + 1
        line = self._get(self._position, end - self._position)
        self._position = end
        return line

    def write(self, data, /):
        self._check()
        content = memoryview(data).tobytes()
        self._check_writable()
        if self._position + len(content) > self._size:
            raise ValueError("data out of range")
        self._put(self._position, content)
        self._position += len(content)
        return len(content)

    def write_byte(self, byte, /):
        byte = _index(byte)
        if not 0 <= byte <= 255:
            side = "less than minimum" if byte < 0 else "greater than maximum"
            raise OverflowError(f"unsigned byte integer is {side}")
        self._check_writable()
        if self._position >= self._size:
            raise ValueError("write byte out of range")
        self._put(self._position, bytes([byte]))
        self._position += 1

    def seek(self, pos, whence=0, /):
        self._check()
        pos = _index(pos)
        self._check()
        if whence == 1:
            pos += self._position
        elif whence == 2:
            pos += self._size
        elif whence != 0:
            raise ValueError("unknown seek type")
        if not 0 <= pos <= self._size:
            raise ValueError("seek out of range")
        self._position = pos
        return pos

    def seekable(self):
        return True

    def tell(self):
        self._check()
        return self._position

    # ---- the whole

    def _find(self, view, start, end, is_last):
        needle = memoryview(view).tobytes()
        if start > end:
            return -1
        if self._heap is not None:
            return (self._heap.rfind if is_last else self._heap.find)(needle, start, end)
        return _core.find(self._map, needle, start, end, is_last)

    def _range(self, start, end):
        start = self._position if start is None else _index(start)
        end = self._size if end is None else _index(end)
        self._check()
        return slice(start, end).indices(self._size)[:2]

    def find(self, view, start=None, end=None, /):
        self._check()
        return self._find(view, *self._range(start, end), False)

    def rfind(self, view, start=None, end=None, /):
        self._check()
        return self._find(view, *self._range(start, end), True)

    def move(self, dest, src, count, /):
        dest, src, count = _index(dest), _index(src), _index(count)
        self._check_writable()
        size = self._size
        if min(dest, src, count) < 0 or size - dest < count or size - src < count:
            raise ValueError("source, destination, or count out of range")
        self._put(dest, self._get(src, count))

    def flush(self, offset=0, size=None, /, *, flags=4):
        self._check()
        offset = _index(offset)
        size = self._size - offset if size is None else _index(size)
        self._check()
        if size + offset > self._size or offset < 0 or size < 0:
            raise ValueError("flush values out of range")
        if self._access in (ACCESS_READ, ACCESS_COPY):
            return
        if self._map is not None:
            _core.flush(self._map, offset, size)
        elif offset % PAGESIZE:
            raise OSError(22, "Invalid argument")

    def madvise(self, option, start=0, length=None, /):
        self._check()
        option, start = _index(option), _index(start)
        length = self._size if length is None else _index(length)
        self._check()
        if not 0 <= start < self._size:
            raise ValueError("madvise start out of bounds")
        if length < 0:
            raise ValueError("madvise length invalid")
        if start + length > _sys.maxsize:
            raise OverflowError("madvise length too large")
        if self._map is not None:
            _core.advise(self._map, option, start, min(length, self._size - start))
        elif option == MADV_DONTNEED and self._heap is not None:
            end = min(start + length, self._size)
            self._heap[start:end] = bytes(end - start)

    def resize(self, newsize, /):
        self._check()
        if self._access not in (ACCESS_WRITE, ACCESS_DEFAULT):
            raise TypeError("mmap can't resize a readonly or copy-on-write memory map.")
        if not self._tracks:
            raise ValueError("mmap can't resize with trackfd=False.")
        newsize = _index(newsize)
        if newsize < 0 or newsize + self._offset > _sys.maxsize:
            raise ValueError("new size out of range")
        if newsize == 0:
            raise OSError(22, "Invalid argument")
        if self._is_shared_memory and newsize > self._size:
            raise ValueError("mmap: can't expand a shared anonymous mapping")
        if self._heap is not None:
            if newsize < self._size:
                del self._heap[newsize:]
            else:
                self._heap += bytes(newsize - self._size)
        else:
            _core.resize(self._map, newsize)
        self._size = newsize

    def set_name(self, name, /):
        self._check()
        if not isinstance(name, str):
            raise TypeError(f"set_name() argument must be str, not {type(name).__name__}")
        if len(name) > 80:
            raise ValueError("name is too long")
        raise OSError(95, "Operation not supported")

    def size(self):
        self._check()
        if self._map is not None and self._tracks:
            size = _core.file_size(self._map)
            if size >= 0:
                return size
        if not self._tracks:
            raise OSError(9, "Bad file descriptor")
        return self._size

    def close(self):
        if self._size >= 0:
            self._size = -1
            self._heap, self._motet_array_data = None, None
            handle, self._map = self._map, None
            if handle is not None:
                _core.close(handle)

    @property
    def closed(self):
        return self._size < 0

    def __enter__(self):
        self._check()
        return self

    def __exit__(self, *error):
        self.close()

    def __repr__(self):
        if self._size < 0:
            return f"<{type(self).__module__}.{type(self).__name__} closed=True>"
        name = ("ACCESS_DEFAULT", "ACCESS_READ", "ACCESS_WRITE", "ACCESS_COPY")[self._access]
        return (
            f"<{type(self).__module__}.{type(self).__name__} closed=False, access={name}, "
            f"length={self._size}, pos={self._position}, offset={self._offset}>"
        )

    def __reduce_ex__(self, protocol):
        raise TypeError("cannot pickle 'mmap.mmap' object")


mmap.__module__ = "mmap"


class _MapView:
    """What a memory view of a map of a file is: the map's own bytes, which others may change."""

    ndim, suboffsets, c_contiguous, f_contiguous, contiguous = 1, (), True, True, True

    def __init__(self, owner, places, format, readonly):
        # The bytes of the map, in the order of the view; a step counts in bytes of "B" views only.
        self._map, self._places, self.format, self.readonly = owner, places, format, readonly
        self.itemsize = _calcsize(format)

    @property
    def obj(self):
        self._check()
        return self._map

    @property
    def nbytes(self):
        self._check()
        return len(self._places)

    @property
    def shape(self):
        return (len(self),)

    @property
    def strides(self):
        self._check()
        return (self._places.step * self.itemsize,)

    def _check(self):
        if self._map is None:
            raise ValueError("operation forbidden on released memoryview object")
        self._map._check()

    def release(self):
        """Forgets the map."""
        self._map = None

    def __enter__(self):
        self._check()
        return self

    def __exit__(self, *_):
        self.release()

    def __len__(self):
        self._check()
        return len(self._places) // self.itemsize

    def tobytes(self, order="C"):
        """The bytes of the view."""
        self._check()
        places = self._places
        if places.step == 1:
            return self._map._get(places.start, len(places))
        return bytes(self._map._get(place, 1)[0] for place in places)

    __bytes__ = tobytes

    def __buffer__(self, flags, /):
        return self

    def tolist(self):
        """The items of the view."""
        return memoryview(self.tobytes()).cast(self.format).tolist()

    def hex(self, *args):
        """The bytes of the view as text."""
        return self.tobytes().hex(*args)

    def __iter__(self):
        for place in range(len(self)):
            yield self[place]

    def __eq__(self, other):
        if isinstance(other, _MapView):
            return self.tolist() == other.tolist()
        try:
            return memoryview(self.tobytes()).cast(self.format) == memoryview(other)
        except TypeError:
            return NotImplemented

    __hash__ = None

    def cast(self, format, shape=None):
        """The same bytes as items of another format."""
        self._check()
        if self._places.step != 1 or len(self._places) % _calcsize(format):
            raise TypeError("memoryview: length is not a multiple of itemsize")
        return _MapView(self._map, self._places, format, self.readonly)

    def toreadonly(self):
        """The same view, which cannot change anything."""
        self._check()
        return _MapView(self._map, self._places, self.format, True)

    def _motet_address(self):
        self._check()
        if self._places.step != 1:
            raise TypeError("underlying buffer is not C contiguous")
        address, _ = self._map._motet_address()
        return address + self._places.start, len(self._places)

    def _place(self, index):
        length, index = len(self), _index(index)
        if index < 0:
            index += length
        if not 0 <= index < length:
            raise IndexError("index out of bounds on dimension 1")
        return self._places[index * self.itemsize]

    def _part(self, item):
        start, stop, step = item.indices(len(self))
        size = self.itemsize
        if step != 1 and size > 1:
            raise NotImplementedError("memoryview slices with step > 1")
        places = self._places[start * size:max(start, stop) * size if step > 0 else None]
        if step != 1:
            places = self._places[start:stop if stop >= 0 else None:step]
        return places

    def __getitem__(self, item):
        self._check()
        if isinstance(item, slice):
            return _MapView(self._map, self._part(item), self.format, self.readonly)
        if not hasattr(item, "__index__"):
            raise TypeError("memoryview: invalid slice key")
        content = self._map._get(self._place(item), self.itemsize)
        return content[0] if self.format == "B" else _unpack(self.format, content)[0]

    def __setitem__(self, item, value):
        self._check()
        if self.readonly:
            raise TypeError("cannot modify read-only memory")
        if isinstance(item, slice):
            places = self._part(item)
            content = bytes(value) if isinstance(value, _MapView) else memoryview(value).tobytes()
            if len(content) != len(places):
                raise ValueError(
                    "memoryview assignment: lvalue and rvalue have different structures"
                )
            if places.step == 1:
                self._map._put(places.start, content)
            else:
                for place, byte in zip(places, content):
                    self._map._put(place, bytes([byte]))
            return
        try:
            content = _pack(self.format, value)
        except _StructError:
            kind = TypeError if not hasattr(value, "__index__") else ValueError
            raise kind(f"memoryview: invalid value for format '{self.format}'") from None
        self._map._put(self._place(item), content)


_MapView.__module__ = "mmap"
