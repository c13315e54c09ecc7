# print and its keywords.
import sys

print()
print(1, "two", 3.0, None, [4], (5,), {"six": 6})
print(1, 2, 3, sep="-")
print(1, 2, 3, sep="")
print("no newline", end="")
print(" | continued", end="\n\n")
print("a", "b", sep="\n", end=".\n")
print("to stderr, not in the expected output", file=sys.stderr)
print("flushed", flush=True)
print("explicit", file=sys.stdout)
print(*[1, 2, 3], *(4, 5), sep=",")
sys.stdout.write("written\n")
print(repr("text"), str("text"), [1.0, "a", None, True], {1: "x", "y": [2]}, (), [], {})
print(set(), {1}, (1,), ((1, 2), [3, (4,)]))
recursive = [1]
recursive.append(recursive)
print(recursive)
print(sep="x")
