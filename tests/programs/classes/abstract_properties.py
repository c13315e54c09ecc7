# What is abstract below a property, class method or static method is abstract.
import abc
class A(abc.ABC):
    @property
    @abc.abstractmethod
    def g(self): ...
    @abc.abstractmethod
    def f(self): ...
    @classmethod
    @abc.abstractmethod
    def h(self): ...
    x = property(abc.abstractmethod(lambda s: 1))
print(sorted(A.__abstractmethods__), A.x.__isabstractmethod__, property().__isabstractmethod__)
for text in ("del [].x", "del (1).x", "len.x = 1"):
    try:
        exec(text)
    except AttributeError as e:
        print(e)
