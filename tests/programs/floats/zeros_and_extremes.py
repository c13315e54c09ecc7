import math
zeros = [0.0, -0.0, 0.0 * 5, -0.0 + 0.0, 0.0 - 0.0, 1e-320 * 1e-10, -1e-320 * 1e-10]
print(zeros, [math.copysign(1, z) for z in zeros])
for a in (0.0, -0.0, 1.5, 1e300, float("inf"), float("nan"), 5e-324, 1e-300):
    for b in (0.0, -0.0, 2.5, 1e300, float("-inf"), 5e-324):
        row = [a + b, a - b, a * b]
        for operation in (lambda: a / b, lambda: a // b, lambda: a % b):
            try:
                row.append(operation())
            except ZeroDivisionError as error:
                row.append(type(error).__name__)
        row += [a < b, a <= b, a == b, a != b, a > b, a >= b]
        print(a, b, row)
