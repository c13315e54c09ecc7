# `__new__` of a built-in type knows its class.

import functools
import pickle


class Below(int):
    pass


for kind in (int, str, float, list, dict, tuple, set, bytes, Exception, range, type, object):
    print(kind.__name__, kind.__new__.__self__, kind.__new__.__qualname__)
print(Below.__new__.__self__, Below.__new__ == int.__new__)
for protocol in 0, 2, 4:
    made = pickle.loads(pickle.dumps(Below.__new__, protocol))
    print(made is int.__new__ or made == int.__new__, made(Below, 3), object.__new__.__reduce__())
    made = functools.partial(Below.__new__, Below, "FACE", base=16)
    print(pickle.loads(pickle.dumps(made, protocol))())


class Wide(int):
    def __getnewargs_ex__(self):
        return ("%X" % self,), {"base": 16}


for protocol in range(2, 6):
    print(pickle.loads(pickle.dumps(Wide(0xface), protocol)))

# Static methods of built-in types are found again, too.
for function in str.maketrans, bytes.maketrans:
    print([pickle.loads(pickle.dumps(function, protocol)) is function for protocol in range(6)],
          function.__reduce__())
print(pickle.loads(pickle.dumps(len)) is len, len.__reduce__())
