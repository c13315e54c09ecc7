def f(a, b):
    def g(): return b
    del a, b
    x = 1
    del (x, g)
del f
class A:
    y = 1
    del y
