# pow() with three arguments: which class is asked, and how.


class Base:
    def __pow__(self, other, modulus=None):
        return NotImplemented

    def __rpow__(self, other):
        return "Base.__rpow__"


class Inherits(Base):
    pass


class Overrides(Base):
    def __rpow__(self, other, modulus=None):
        return "Overrides.__rpow__", modulus


class Answers(Base):
    def __pow__(self, other, modulus=None):
        return "Answers.__pow__", modulus


class AnswersToo(Answers):
    pass


class Refuses(Answers):
    def __rpow__(self, other, modulus=None):
        print("    asked first")
        return NotImplemented


class Other:
    def __rpow__(self, other, modulus=None):
        return "Other.__rpow__", modulus


for left in Base, Inherits, Overrides, Answers, AnswersToo, Refuses, int, str:
    for right in Base, Inherits, Overrides, Answers, AnswersToo, Refuses, Other, int:
        for modulus in 5, None, "m":
            try:
                print(left.__name__, right.__name__, modulus, pow(left(), right(), modulus))
            except TypeError as error:
                print(left.__name__, right.__name__, modulus, error)
