"""Streams in memory that are dropped: a class below them is closed, they themselves need not be."""

import gc
import io


class Told(io.StringIO):
    def close(self):
        print("closed", self.getvalue())
        super().close()


class ToldBytes(io.BytesIO):
    def close(self):
        print("closed", self.getvalue())
        super().close()


class Failing(io.StringIO):
    def __del__(self):
        print("own __del__")
        super().__del__()


def drop(make, value):
    make(value)


for make, value in (Told, "a"), (ToldBytes, b"b"), (Failing, "c"), (io.StringIO, "d"):
    drop(make, value)
    gc.collect()
    drop(make, value)
    gc.collect()

stream = io.StringIO("a\nb")
stream.__del__()
print(stream.closed, hasattr(io.BytesIO, "__del__"), io.StringIO("a\nb\nc").readlines())
