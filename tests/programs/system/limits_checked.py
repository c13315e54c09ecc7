# Limits of the process: what is refused, and numbers that only an unsigned word holds.
import binascii
import resource

before = resource.getrlimit(resource.RLIMIT_FSIZE)


def attempt(function, *given):
    try:
        return function(*given)
    except Exception as error:
        return type(error).__name__, str(error)


for value in -5, -(2**31), -(2**63), -(2**1000), 2**64, "1", 1.5, None:
    print(attempt(resource.setrlimit, resource.RLIMIT_FSIZE, (value, before[1])))
    print(attempt(resource.setrlimit, resource.RLIMIT_FSIZE, (before[0], value)))
for number in 2**1000, -(2**1000), 2**31, 99, -1, "0":
    print(attempt(resource.getrlimit, number))
print(attempt(resource.setrlimit, 1, (42,)), attempt(resource.setrlimit, 1, (1, 2, 3)))
print(resource.getrlimit(resource.RLIMIT_FSIZE) == before)
for value in 2**31, 2**32 - 5, 2**63 - 5, 2**63, 2**64 - 5, resource.RLIM_INFINITY:
    resource.setrlimit(resource.RLIMIT_FSIZE, (value, before[1]))
    print(value, resource.getrlimit(resource.RLIMIT_FSIZE)[0])
resource.setrlimit(resource.RLIMIT_FSIZE, before)
for data in b"", "", bytearray(), b" ", b"\x7f":
    print(data, attempt(binascii.a2b_uu, data))
