# property, staticmethod, classmethod.
class Temperature:
    instances = 0

    def __init__(self, celsius):
        self._celsius = celsius
        Temperature.instances += 1

    @property
    def celsius(self):
        return self._celsius

    @celsius.setter
    def celsius(self, value):
        if value < -273:
            raise ValueError("below absolute zero")
        self._celsius = value

    @property
    def fahrenheit(self):
        return self._celsius * 9 / 5 + 32

    @classmethod
    def from_fahrenheit(cls, f):
        return cls((f - 32) * 5 / 9)

    @staticmethod
    def name(x):
        return "warm" if x > 20 else "cold"

    @classmethod
    def count(cls):
        return (cls.__name__, cls.instances)


class Sub(Temperature):
    pass


t = Temperature(25)
print(t.celsius, t.fahrenheit, Temperature.name(5), t.name(30))
t.celsius = 10
t.celsius += 1
print(t.celsius, t.fahrenheit)
for action in ("t.celsius", "fahrenheit"):
    try:
        if action == "fahrenheit":
            t.fahrenheit = 3
        else:
            t.celsius = -300
    except (ValueError, AttributeError) as error:
        print(type(error).__name__, error)
s = Sub.from_fahrenheit(212)
print(type(s).__name__, s.celsius, Sub.count(), Temperature.count(), t.count())


class Lazy:
    @property
    def broken(self):
        return self.missing

    computed = property(lambda self: 42)


print(Lazy().computed, hasattr(Lazy(), "broken"))
