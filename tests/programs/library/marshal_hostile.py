# expected output written by hand: damaged code crashes CPython
# Damaged bytes of code are refused, wherever the damage is.
import marshal

module = compile("a = [1, 'x', 2.5]\ndef g(b, *c): return a + [b for b in c]\n", "x.py", "exec")
good = marshal.dumps(module)
taken = 0
for place in range(len(good)):
    for byte in 0, 255, good[place] ^ 1, good[place] ^ 128:
        damaged = bytearray(good)
        damaged[place] = byte
        try:
            marshal.loads(bytes(damaged))
            taken += byte != good[place]
        except (ValueError, EOFError, TypeError):
            pass
# The flag of the first letter only says that others may refer to the object.
print(taken)
for end in range(len(good)):
    try:
        marshal.loads(good[:end])
        print("taken", end)
    except (EOFError, ValueError):
        pass
