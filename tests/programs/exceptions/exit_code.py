# sys.exit ends the program with the given status, after finally blocks.
import sys

try:
    print("leaving")
    sys.exit(7)
finally:
    print("finally runs")
print("never printed")
