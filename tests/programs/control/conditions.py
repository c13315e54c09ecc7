# if, elif, conditional expressions, walrus, chained assignment, pass, del.
def grade(n):
    if n >= 90:
        return "A"
    elif n >= 80:
        return "B"
    elif n >= 70:
        pass
    else:
        return "F"
    return "C"


print([grade(n) for n in (95, 85, 75, 50)])
for value in (0, 1, "", "x", [], [0], {}, {1: 2}, None, 0.0, (), set(), -1):
    print(repr(value), "true" if value else "false", bool(value))
a = b = c = [1]
a.append(2)
print(a, b, c, a is c)
if (n := len(a)) > 1:
    print("walrus", n)
data = [1, 2, 3, 4]
while (x := data.pop()) != 1:
    print(x, end=" ")
print()
print([y for x in range(5) if (y := x * 2) > 3])
x = 1
del x
try:
    x
except NameError as error:
    print(error)
print(1 if 0 else 2 if 0 else 3)
x: int = 5
print(x, None or "default", 0 or [] or "last", 1 and 2 and 3, 1 and 0 and 3)
i = 0
numbers = [0, 0, 0]
i, numbers[i] = 1, 9
print(i, numbers)
