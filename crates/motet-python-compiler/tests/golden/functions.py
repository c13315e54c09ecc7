def f(a, b, /, c, d=1, *args, e, g=h, **kwargs):
    "The docstring."
    return a
def defaults(a=x, b=[]): pass
@decorate
def decorated(): return
square = lambda x, y=2: x ** y
def outer():
    def inner(): pass
    global elsewhere
    def elsewhere(): pass
