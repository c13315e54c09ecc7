# Alignment by format specifications, and the reprs of nested containers.
rows = [("apples", 3, 1.5), ("pears", 12, 0.25), ("a very long name", 1000, 1234.5)]
for name, count, price in rows:
    print(f"{name:<12.12}|{count:>6}|{price:>10.2f}|{count * price:>12,.2f}|")
print(f"{'':-^40}")
print(f"{'centre':=^20}", f"{'left':<8}|", f"{'right':>8}|", f"{5:^7}|", f"{-5:=+7}|", f"{'cut here':.3}|")
for n in range(1, 5):
    print(f"{n:>{n * 2}}", f"{'*' * n:^9}|")
print({"list": [1, 2.5, "x"], "tuple": (None, True), "nested": {"k": {"m": []}}, 1: {2}})
print([["a", 'b"c', "d'e"], ("x",), {"": ()}], [-0.0, 1e300, 10 ** 25])
print(str(["é", "\n", "\\"]), repr({"k": "v'"}), [None, ..., NotImplemented])
print(f"{[1, 2]!s:>10}|{(1, 2)!r:<10}|{ {'a': 1}['a'] }|{'a' 'b'}|{1:02}|{3.0}|{1e16}|{1e15}|{-0.0}")
print(format(255, "08b"), format(-3.7, "8.1f"), format("s", "*^5"), format(1234567, ","), format(0.00001234, "g"), format(1e6, "g"), format(123456789, "e"))
