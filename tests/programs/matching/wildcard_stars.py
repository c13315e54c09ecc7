# A star that binds nothing looks at the length and the items beside it alone.


class Asked(list):
    def __iter__(self):
        raise RuntimeError("nobody iterates")

    def __getitem__(self, index):
        log.append(index)
        return super().__getitem__(index)


match range(10**12):
    case [w, x, y, *_]:
        print(w, x, y)
match range(10**6):
    case [0, *_, last]:
        print(last)
log = []
match Asked("abcdef"):
    case [_, "b", *_, "e", z]:
        print(z, log)
log = []
match Asked("abcdef"):
    case [*_, _, "x"]:
        print("no")
    case ["a", *_]:
        print("a", log)
match [1]:
    case [a, *_, b]:
        print("no")
    case [*_, b]:
        print(b)
match (1, [2, 3, 4], 5):
    case (first, [_, *_, inner], *_):
        print(first, inner)
