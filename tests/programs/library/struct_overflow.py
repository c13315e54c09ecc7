# A finite number that a format cannot hold is refused, in native and in standard layout.
import struct

for order in "@", "=", "<", ">":
    for code, number in ("e", 65520.0), ("f", 3.5e38), ("f", -1e300), ("f", 3.4028235e38):
        try:
            print(order, code, struct.pack(order + code, number).hex())
        except OverflowError as error:
            print(order, code, error)
    print(struct.unpack(order + "f", struct.pack(order + "f", float("-inf"))))


class Stubborn:
    def __float__(self):
        raise KeyError("never")


# All that can go wrong with the conversion is one error.
for number in 10**400, "text", None, Stubborn():
    for code in "efd":
        try:
            struct.pack(code, number)
        except struct.error as error:
            print(code, error)
