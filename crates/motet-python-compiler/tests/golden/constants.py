x = -1
y = 2 ** 10 + 0.5
z = (1, "a", b"b", None, True, ..., 2j, -0.0, 0.0)
big = 0xFFFF_FFFF_FFFF_FFFF_FF
least = -9223372036854775808
wide = 40000
"not kept"
