# Bytes stored one by one and by steps, at every place of the words that hold them.

for size in (1, 6, 7, 8, 13, 14, 15, 50):
    for step in (1, 2, 3, 6, 7, 8, 20, -1, -2, -7, -9):
        for start in (None, 0, 1, 5, size - 1):
            wanted = list(range(size))
            made = bytearray(wanted)
            places = range(size)[start::step]
            new = [255 - place % 7 for place in range(len(places))]
            wanted[start::step] = new
            made[start::step] = bytes(new)
            assert list(made) == wanted, (size, step, start, made)
print("stored")

numbers = bytearray(range(20))
numbers[::2] = numbers[1::2]
print(list(numbers))
numbers[::-1] = bytes(numbers)
print(list(numbers))
for wrong in (b"", b"ab", bytes(11)):
    try:
        copy = bytearray(numbers)
        copy[::2] = wrong
        print(list(copy))
    except ValueError as error:
        print(error)
for place in range(20):
    numbers[place] = 255 - place
print(sum(numbers), numbers[-1], numbers[6], numbers[7], numbers[8])

sieve = bytearray([1]) * 200
sieve[0:2] = b"\0\0"
for number in range(2, 15):
    if sieve[number]:
        sieve[number * number :: number] = bytes(len(range(number * number, 200, number)))
print(sum(sieve), [number for number in range(50) if sieve[number]])
