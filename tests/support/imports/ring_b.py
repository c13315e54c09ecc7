print("b begins")
import ring_a
try:
    ring_a.name
except AttributeError as error:
    print(str(error).split(" from ")[0])
try:
    from ring_a import name
except ImportError as error:
    print(str(error).split(") (")[0])
print("b ends")
