# The switch interval is remembered and checked.
import sys

print(sys.getswitchinterval())
for value in (0, -1, "a", None):
    try:
        sys.setswitchinterval(value)
        print("taken")
    except (ValueError, TypeError) as error:
        print(type(error).__name__, error)
for value in (1, 0.001, 2.5e-05):
    sys.setswitchinterval(value)
    print(sys.getswitchinterval())
