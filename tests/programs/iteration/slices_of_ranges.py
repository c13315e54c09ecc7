# Slices of ranges: their limits, and ranges of more numbers than a sequence can have items.
class Index:
    def __init__(self, number):
        self.number = number

    def __index__(self):
        return self.number


LIMITS = (None, 0, 3, -3, 100)
for numbers in (range(10), range(1, 10, 2), range(10, 0, -3), range(0), range(5, 5, -1)):
    for start in LIMITS:
        for stop in LIMITS:
            print(*(numbers[start:stop:step] for step in (None, 3, -1, -100)))
HUGE = (None, -3, 2**64, -2**101, 2**300)
for numbers in (range(2**70), range(-2**100, 2**100, 3), range(2**100, -2**100, -5), range(2**63)):
    for start in HUGE:
        for stop in HUGE:
            print(*(numbers[start:stop:step] for step in (2, -1)))
    print(numbers[Index(2**65):Index(-2):Index(7)])
    for wrong in (slice(None, None, 0), slice("a"), slice(None, 1.5)):
        try:
            print(numbers[wrong])
        except (TypeError, ValueError) as error:
            print(type(error).__name__, error)
