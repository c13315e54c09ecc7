def f(x):
    match x:
        case 1 | 200:
            return "a"
        case "text" | None:
            return "b"
        case [a, b, *rest] if a > b:
            return rest
        case {"k": v, 1: (2 | 3) as w, **others}:
            return v, w, others
        case Point(x=0, y=n) | Point(n, 1):
            return n
        case Color.RED:
            return x
        case [*_] | int():
            pass
        case other:
            print(other)
