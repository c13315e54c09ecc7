import sys

for record in (sys.float_info, sys.int_info, sys.hash_info):
    print(type(record).__name__, len(record), tuple(record)[:3])
print(sys.float_info.max, sys.float_info.mant_dig, sys.float_info.max_10_exp, sys.float_info.epsilon)
print(hash(sys.hash_info.modulus), hash(float("inf")) == sys.hash_info.inf, hash(1j) == sys.hash_info.imag)
print(repr(sys.int_info).startswith("sys.int_info(bits_per_digit=30"))
