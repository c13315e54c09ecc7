# Small classics with plenty of control flow.
def queens(n):
    solutions = []

    def place(row, columns):
        if row == n:
            solutions.append(columns)
            return
        for c in range(n):
            for r, d in enumerate(columns):
                if c == d or abs(c - d) == row - r:
                    break
            else:
                place(row + 1, columns + [c])

    place(0, [])
    return solutions


def permutations(items):
    if not items:
        return [[]]
    return [[items[i]] + rest for i in range(len(items)) for rest in permutations(items[:i] + items[i + 1 :])]


def spiral(n):
    grid = [[0] * n for _ in range(n)]
    x = y = 0
    dx, dy = 1, 0
    for i in range(n * n):
        grid[y][x] = i
        if not (0 <= x + dx < n and 0 <= y + dy < n) or grid[y + dy][x + dx] or (x + dx == 0 and y + dy == 0):
            dx, dy = -dy, dx
        x, y = x + dx, y + dy
    return grid


for i in range(1, 16):
    print("FizzBuzz" if i % 15 == 0 else "Buzz" if i % 5 == 0 else "Fizz" if i % 3 == 0 else i, end=" ")
print()
print([len(queens(n)) for n in range(1, 7)], queens(6)[0])
print(len(permutations([1, 2, 3, 4])), permutations("ab"), permutations([1, 2, 3])[3])
for row in spiral(4):
    print(row)
triangle = [[1]]
while len(triangle) < 8:
    last = triangle[-1]
    triangle.append([1] + [last[i] + last[i + 1] for i in range(len(last) - 1)] + [1])
print(triangle[-1])
longest = (0, 0)
for start in range(1, 1000):
    n, steps = start, 0
    while n != 1:
        n = 3 * n + 1 if n & 1 else n >> 1
        steps += 1
    if steps > longest[0]:
        longest = (steps, start)
print(longest)
a, b = 0, 1
count = 0
while len(str(a)) < 100:
    a, b, count = b, a + b, count + 1
print(count, a)
