"""A method is looked up before its arguments are evaluated, and what leaves a manager before it is entered."""

class C:
    def __enter__(s): print('class enter'); return s
    def __exit__(s, *a): print('class exit')
c = C(); c.__enter__ = lambda: print('inst')
c.__exit__ = lambda *a: print('inst exit')
try:
    with c: pass
except Exception as e: print(repr(e))
class D:
    def __getattr__(s, n): print('getattr', n); return lambda *a: 1
try:
    with D(): pass
except Exception as e: print(repr(e))
class E:
    __enter__ = 5
    __exit__ = 6
try:
    with E(): pass
except Exception as e: print(repr(e))
class P:
    @property
    def __enter__(s): print('get enter'); return lambda: print('entered')
    @property
    def __exit__(s): print('get exit'); return lambda *a: print('exited')
with P(): print('body')
class S:
    @staticmethod
    def __enter__(*a): print('s enter', a)
    @staticmethod
    def __exit__(*a): print('s exit', a)
with S(): pass
class F:
    def __enter__(s): 
        del F.__exit__
        return s
    def __exit__(s, *a): print('F exit')
try:
    with F(): print('in')
except Exception as e: print(repr(e))
class G:
    def __exit__(s,*a): pass
for k in (5, G(), None):
    try:
        with k: pass
    except Exception as e: print(repr(e))
def f(): print('f'); return 1
try: (5).foo(f())
except AttributeError as e: print(e)
try: (5).foo(undefined)
except Exception as e: print(repr(e))
class Q:
    @property
    def m(self): print('get m'); return lambda *a: print('called', a)
Q().m(f())
import asyncio
async def go():
    for k in (5, G(), None, C()):
        try:
            async with k: pass
        except Exception as e: print(repr(e))
    for k in (5, G(), None):
        try:
            with k: pass
        except Exception as e: print(repr(e))
asyncio.run(go())


# A method that changes while the arguments are evaluated: the one that was there before is called.
class Changing:
    def method(self, *given):
        print("the first", given)


def change(receiver):
    type(receiver).method = lambda self, *given: print("the second", given)
    return 1


changing = Changing()
changing.method(change(changing), change(changing))
changing.method(change(changing))


class Traced:
    def __getattr__(self, name):
        print("look up", name)
        return lambda *given: print(name, given)

    static = staticmethod(lambda *given: print("static", given))
    made = classmethod(lambda owner, *given: print("made", owner is Traced, given))


def said(value):
    print("evaluate", value)
    return value


traced = Traced()
traced.missing(said(1), *said([2]))
traced.missing(said(1), [said(2)])
traced.static(said(1), said(2))
traced.made(said(1))
traced.own = len
print(traced.own(said("text")))
traced.bound = [].append
traced.bound(said(3))
traced.again = traced.bound.__self__.extend
traced.again(said([4, 5]))
print(traced.bound.__self__)
import math, functools
print(math.floor(said(1.5)), functools.reduce(said(max), said([1, 3, 2])))
traced.part = functools.partial(print, "part")
traced.part(said(1), said(2))
print(super(Traced, traced).__eq__(said(1)), Traced.static is not said(None))


def suspends():
    received = []
    received.append((yield 1))
    traced.static((yield 2), (yield received))
    with functools.partial(int) if False else Suspended() as entered:
        received.append((yield entered))
    yield received


class Suspended:
    def __enter__(self):
        return "entered"

    def __exit__(self, *given):
        print("left", given[0])


steps = suspends()
print(next(steps), *(steps.send(value) for value in "abcd"))


# `__exit__` that goes while the block runs is called all the same; one that comes too late is not.
def leaves_early():
    for manager in (Suspended(), Suspended()):
        with manager:
            del Suspended.__exit__
            Suspended.__exit__ = lambda *given: print("another")
            continue
    with Suspended():
        return "returned"


print(leaves_early())
for turn in range(2):
    try:
        with Suspended() as first, Suspended() as second:
            raise ValueError(turn)
    except ValueError as error:
        print("caught", error)
