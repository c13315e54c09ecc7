# Sorting and searching written out.
def numbers(count, seed=7):
    out = []
    for _ in range(count):
        seed = (seed * 16807) % 2147483647
        out.append(seed % 1000)
    return out


def bubble(a):
    for i in range(len(a)):
        for j in range(len(a) - 1 - i):
            if a[j] > a[j + 1]:
                a[j], a[j + 1] = a[j + 1], a[j]
    return a


def quick(a):
    if len(a) <= 1:
        return a
    pivot = a[len(a) // 2]
    return quick([x for x in a if x < pivot]) + [x for x in a if x == pivot] + quick([x for x in a if x > pivot])


def merge(a):
    if len(a) <= 1:
        return a
    left, right = merge(a[: len(a) // 2]), merge(a[len(a) // 2 :])
    out = []
    i = j = 0
    while i < len(left) and j < len(right):
        if left[i] <= right[j]:
            out.append(left[i])
            i += 1
        else:
            out.append(right[j])
            j += 1
    return out + left[i:] + right[j:]


def heap(a):
    def sift(i, n):
        while True:
            largest = i
            for child in (2 * i + 1, 2 * i + 2):
                if child < n and a[child] > a[largest]:
                    largest = child
            if largest == i:
                return
            a[i], a[largest] = a[largest], a[i]
            i = largest

    for i in range(len(a) // 2, -1, -1):
        sift(i, len(a))
    for n in range(len(a) - 1, 0, -1):
        a[0], a[n] = a[n], a[0]
        sift(0, n)
    return a


data = numbers(200)
expected = sorted(data)
for f in (bubble, quick, merge, heap):
    print(f.__name__, f(data[:]) == expected)
print(expected[:5], expected[-5:])


def binary(a, x):
    low, high = 0, len(a)
    while low < high:
        middle = (low + high) // 2
        if a[middle] < x:
            low = middle + 1
        else:
            high = middle
    return low


print(all([binary(expected, x) == expected.index(x) for x in expected]), binary(expected, 5000))
