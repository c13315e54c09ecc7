# A base that is no class: its class makes what the statement binds.
class I:
    def __init__(self, *a, **k):
        self.a = a
        self.k = k


i = I()


class D(i):
    x = 1


print(type(D), D.a[0], D.a[1] == (i,), D.a[2]["x"], D.k)


class E(i, object, flag=3):
    pass


print(type(E), E.k, len(E.a[1]))


class Prepared(type):
    @classmethod
    def __prepare__(meta, name, bases):
        print("prepare", name, bases)
        return {"given": 1}


class Base(metaclass=Prepared):
    pass


class Below(Base):
    print(given)


def function():
    pass


for base in (1, "text", function, None, [], 1.5):
    try:

        class A(base):
            pass
    except TypeError as error:
        print(type(base).__name__, error)
    else:
        print(type(base).__name__, A)
