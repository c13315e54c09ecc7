# How `pprint` shows an OrderedDict, also after its text was asked for, and one that holds itself.
import pprint
from collections import OrderedDict

ordered = OrderedDict((str(number) * 20, number) for number in range(3))
method = OrderedDict.__repr__
print(ordered)
print(OrderedDict.__repr__ is method, len(repr(ordered)))
pprint.pprint(ordered)
pprint.pprint([ordered, ordered], width=60)
ordered["self"] = ordered
print(ordered)
