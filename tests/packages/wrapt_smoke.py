# wrapt in pure Python: decorators for functions, methods and classes, proxies of objects, patches, locks.
import inspect
import os
import threading

os.environ["WRAPT_DISABLE_EXTENSIONS"] = "1"
import wrapt


@wrapt.decorator
def noted(wrapped, instance, args, kwargs):
    kind = type(instance).__name__ if not inspect.isclass(instance) else "class " + instance.__name__
    print("call", wrapped.__name__, kind, args, kwargs)
    return wrapped(*args, **kwargs)


@noted
def add(a, b=2):
    "Adds."
    return a + b


class Shelf:
    count = 0

    @noted
    def put(self, n):
        self.count += n
        return self.count

    @noted
    @classmethod
    def make(cls):
        return cls()

    @noted
    @staticmethod
    def size(a):
        return a

    @wrapt.synchronized
    def work(self):
        for _ in range(200):
            self.count += 1


@noted
class Made:
    def __init__(self, x):
        self.x = x


print(add(1), add.__doc__, add.__name__, inspect.signature(add), isinstance(add, type(lambda: 0)))
shelf = Shelf.make()
print(shelf.put(3), Shelf.put(shelf, 1), shelf.size(5), Made(4).x)
threads = [threading.Thread(target=shelf.work) for _ in range(4)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
print(shelf.count)
proxy = wrapt.ObjectProxy([3, 1, 2])
proxy.sort()
proxy += [9]
print(proxy, type(proxy).__name__, isinstance(proxy, list), proxy == [1, 2, 3, 9], len(proxy), proxy[1:], 3 in proxy)
print(proxy.__wrapped__, proxy.__class__, list(reversed(proxy)), hash(wrapt.ObjectProxy("a")) == hash("a"))


class Tall(wrapt.ObjectProxy):
    _self_note = None

    def __init__(self, wrapped):
        super().__init__(wrapped)
        self._self_note = "kept"

    def upper(self):
        return "up " + self.__wrapped__.upper()


tall = Tall("abc")
print(tall.upper(), tall._self_note, tall + "d", f"{tall:>5}", tall.title())


def patch(wrapped, instance, args, kwargs):
    return wrapped(*args, **kwargs) + 1


wrapt.wrap_function_wrapper(Shelf, "put", patch)
print(Shelf().put(1))
lazy = wrapt.CallableObjectProxy(lambda x: x * 2)
print(lazy(4), wrapt.PartialCallableObjectProxy(add, 5)(b=1))
