# `_pyio` may be what a program imports first of all.
import _pyio
import io

print(_pyio.open is not None, _pyio.TextIOWrapper(io.BytesIO(b"a\n")).readline())
print(_pyio.BytesIO(b"ab").read(1), io.BytesIO(b"ab").read(1))
