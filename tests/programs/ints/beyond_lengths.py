# Numbers that no length can be.
class Long:
    def __init__(self, length):
        self.length = length

    def __len__(self):
        return self.length


for bits in (31, 32, 61, 62, 63):
    print(bits, len(Long(2**bits - 1)), bool(Long(2**bits - 1)))
for length in (2**63, 2**200, -1):
    try:
        print(len(Long(length)))
    except (OverflowError, ValueError) as error:
        print(type(error).__name__, error)
for sequence in ([1], (1,), "a", b"a", bytearray(b"a")):
    for count in (2**64, -(2**100)):
        for attempt in (lambda: sequence * count, lambda: count * sequence):
            try:
                print(len(attempt()))
            except OverflowError as error:
                print(type(error).__name__, error)
print(True.__doc__ is None or "bool" in True.__doc__ or len(True.__doc__) > 0)
print(hasattr(5, "__doc__"), hasattr(1.5, "__doc__"), hasattr(None, "__doc__"))
