# What generated programs found: the kind of a byte order, texts of bytearrays, sums of bytes of a program's class.
class Content(bytes):
    pass


class Room(bytearray):
    pass


def tell(do):
    try:
        print(do())
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)


for order in "big", "little", "middle", 5, None, [], b"big":
    tell(lambda: (5).to_bytes(2, order))
    tell(lambda: (5).to_bytes(2, byteorder=order))
    tell(lambda: int.from_bytes(b"ab", order))
for content in b"a'b", b"a'b\"", b'a"', b"\\", b"'\\\n'":
    print(bytearray(content), content, Room(content), str(bytearray(content)))
for start in Content(3), Room(3), b"", bytearray(), [], 0:
    tell(lambda: sum((), start))
    tell(lambda: sum([b"a"], start))
