# pow with three arguments, around the sizes of machine numbers.


def slowly(base, exponent, modulus):
    result = 1
    for _ in range(exponent):
        result = result * base % modulus
    return result % modulus


wrong = 0
edges = [1, 2, 3, 97, 2**31 - 1, 2**32, 2**32 + 15, 2**61 - 1, 2**62 - 57, 2**62 - 1, 2**62]
edges += [2**63 - 25, 2**64 - 59, 2**64 + 13]
for modulus in edges:
    for base in (0, 1, 2, 3, 10, modulus - 1, modulus + 1, 2**61 + 7, 2**64 + 1, -1, -5, -(2**62)):
        for exponent in (0, 1, 2, 3, 16, 31):
            for sign in (1, -1):
                got = pow(base, exponent, sign * modulus)
                if got != slowly(base, exponent, sign * modulus):
                    wrong += 1
                    print(base, exponent, sign * modulus, got)
print(wrong)
print(pow(3, 10**18, 2**61 - 1), pow(-3, 10**18 + 1, 2**61 - 1), pow(7, 2**62 - 1, 10**18 + 9))
print(pow(7, 2**62, 10**18 + 9), pow(2, 10**30, 10**9 + 7), pow(True, True, True), pow(5, 3, -7))
print(pow(3, -1, 7), pow(3, -2, 2**61 - 1), pow(10, 0, 1), pow(0, 0, 1), pow(0, 0, 5))
for arguments in ((1, 2, 0), (2, -1, 4), (1.0, 2, 3), (1, 2.0, 3)):
    try:
        print(pow(*arguments))
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
# Fermat, for all bases.
prime = 10007
print(all(pow(base, prime - 1, prime) == 1 for base in range(1, prime, 13)))
