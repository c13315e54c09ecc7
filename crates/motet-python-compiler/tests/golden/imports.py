import a
import a.b.c, d as e
import a.b.c as f
from a import b, c as d
from . import x
from ..y.z import w
from a import *
def g():
    import a.b
    from c import d
    return a, d
