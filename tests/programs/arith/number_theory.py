# Loops of integer arithmetic with known results.
def gcd(a, b):
    while b:
        a, b = b, a % b
    return a


def power(base, exponent, modulus):
    result = 1
    base %= modulus
    while exponent:
        if exponent & 1:
            result = result * base % modulus
        base = base * base % modulus
        exponent >>= 1
    return result


def square_root(n):
    low, high = 0, n + 1
    while high - low > 1:
        middle = (low + high) // 2
        if middle * middle <= n:
            low = middle
        else:
            high = middle
    return low


def extended(a, b):
    if b == 0:
        return (a, 1, 0)
    g, x, y = extended(b, a % b)
    return (g, y, x - a // b * y)


def digits(n):
    total = 0
    while n:
        n, d = divmod(n, 10)
        total += d
    return total


print(gcd(1071, 462), gcd(2 ** 100, 6 ** 50), gcd(17, 5), gcd(0, 9))
print(power(3, 10 ** 18, 10 ** 9 + 7) == pow(3, 10 ** 18, 10 ** 9 + 7), power(2, 100, 97))
print(square_root(2 * 10 ** 40), square_root(99), square_root(100))
print(extended(240, 46), digits(2 ** 1000), digits(9 ** 99))
sieve = [True] * 1000
sieve[0] = sieve[1] = False
for n in range(2, 32):
    if sieve[n]:
        for m in range(n * n, 1000, n):
            sieve[m] = False
print(sum(sieve), [n for n in range(1000) if sieve[n]][-5:])
print([n for n in range(1, 1000) if sum([d for d in range(1, n) if n % d == 0]) == n])
