# `super` as a descriptor and as an object: unbound ones, attributes, claims of `__class__`.
import re


def tell(function, *arguments):
    try:
        result = function(*arguments)
    except BaseException as error:
        print(type(error).__name__, error)
    else:
        print(re.sub(r" at 0x[0-9a-f]+", "", repr(result)))


class A:
    x = 1

    def f(self):
        return "A.f"

    @classmethod
    def c(cls):
        return "A.c", cls.__name__


class B(A):
    x = 2

    def f(self):
        return "B.f"


class C(B):
    pass


print("unbound")
unbound = super(B)
for name in ("__self__", "__thisclass__", "__self_class__", "f", "x", "__class__", "missing"):
    tell(getattr, unbound, name)
tell(lambda: unbound)
instance = C()
bound = unbound.__get__(instance)
tell(lambda: bound)
print(type(bound), bound.f(), bound.x, bound.c(), bound.__self__ is instance)
print(bound.__thisclass__, bound.__self_class__)
for arguments in ((None,), (None, B), (), (5,), (C,), (A(),), (A,)):
    tell(unbound.__get__, *arguments)
print(bound.__get__(C()) is bound, unbound.__get__(C).__self__)


class D(B):
    pass


D.above = super(D)
print(D().above.f(), D().above.__self__.__class__)
tell(lambda: D.above)

print("subclass")


class Sub(super):
    def more(self):
        return "more", self.__thisclass__


sub = Sub(B)
tell(lambda: sub)
tell(lambda: sub.__get__(instance))
print(type(sub.__get__(instance)), sub.__get__(instance).more(), sub.__get__(instance).f())
tell(lambda: sub.missing)

print("arguments")
tell(super)
for arguments in ((1,), (B, 1), (B, A()), (B, A), (1, 1), (B, None), (B, type)):
    tell(super, *arguments)
tell(lambda: super(B, obj=instance))
tell(lambda: super(type=B))
again = super(B)
again.__init__(C)
tell(lambda: again)
again.__init__(A, instance)
tell(lambda: again)
empty = super.__new__(super)
tell(lambda: empty)
tell(lambda: empty.__self__)
tell(lambda: empty.missing)
print(sorted(set(dir(unbound)) - set(dir(object()))))

print("claims of __class__")


class Proxy:
    def __init__(self, target):
        self.target = target

    @property
    def __class__(self):
        return type(self.target)


proxy = Proxy(C())
print(super(B, proxy).x, super(B, proxy).__self_class__, super(B, proxy).__self__ is proxy)
print(super(B, proxy).f.__self__ is proxy, super(B, proxy).c())
tell(lambda: super(B, proxy))


class Failing:
    @property
    def __class__(self):
        raise ValueError("no class")


class Number:
    __class__ = 5


class Refusing:
    def __getattribute__(self, name):
        raise KeyError(name)


class Other:
    __class__ = A


for made in (Failing, Number, Refusing, Other):
    tell(lambda: super(B, made()))


class E(B):
    def f(self):
        return super().f()

    def above(self):
        return super()


for made in (proxy, Proxy(E()), 5, None, E()):
    tell(E.f, made)
    tell(E.above, made)


class Implicit:
    def deleted(self):
        del self
        super()

    def deleted_from_cell(self):
        lambda: self
        del self
        super()

    def variable(*arguments):
        return super()

    def keyword(*, self):
        return super()


for name in ("deleted", "deleted_from_cell", "variable"):
    tell(getattr(Implicit(), name))
tell(lambda: Implicit.keyword(self=Implicit()))


class Meta(type):
    def kind(cls):
        return "Meta"


class Meta2(Meta):
    def kind(cls):
        return "Meta2"


class Made(metaclass=Meta2):
    pass


print(super(Meta2, Made).kind(), super(Meta2, Made).__self_class__)
print(super(Meta2).__get__(Made).kind())
