# `with_traceback` takes tracebacks and None only.
for v in (5, None, "x", object()):
    try: raise ValueError(1).with_traceback(v)
    except Exception as e: print(type(e), e, type(e.__traceback__).__name__)
try: ValueError().__traceback__ = 5
except Exception as e: print(type(e), e)
