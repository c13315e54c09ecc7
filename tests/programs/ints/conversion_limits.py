# The limit of decimal texts can be read and set; bases and widths beyond all measure are refused.
import sys
import warnings

print(sys.get_int_max_str_digits())
sys.set_int_max_str_digits(1000)
print(sys.get_int_max_str_digits())
for text in ("1" * 1000, "1" * 1001):
    try:
        print(len(str(int(text))))
    except ValueError as error:
        print(str(error)[:48])
sys.set_int_max_str_digits(0)
print(sys.get_int_max_str_digits(), len(str(int("7" * 5000))))
sys.set_int_max_str_digits(4300)
for base in (2**100, -(2**100), 37, 1):
    try:
        int("0", base)
    except ValueError as error:
        print(error)


class Base:
    def __index__(self):
        return 16


class Bytes(bytearray):
    pass


print(int("ff", Base()), int(Bytes(b"12")))


class Below(int):
    pass


class Converts:
    def __int__(self):
        return Below(3)


with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    result = int(Converts())
print(result, type(result), [str(warning.message)[:40] for warning in caught])
for template in ("%.99999999999d", "%.99999999999f", "%99999999999d", "%-99999999999s"):
    try:
        len(template % 1)
    except (ValueError, MemoryError) as error:
        print(type(error).__name__)
try:
    pow(1j, 2, 3)
except ValueError as error:
    print(error)
