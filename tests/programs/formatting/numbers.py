# The format mini-language on numbers.
for value in (0, 7, -7, 12345, 10 ** 12):
    print(f"[{value:d}] [{value:8}] [{value:<8}] [{value:^8}] [{value:08d}] [{value:+}] [{value: }] [{value:,}] [{value:_}]")
    print(f"[{value:x}] [{value:X}] [{value:#x}] [{value:b}] [{value:#b}] [{value:o}] [{value:*>10}] [{value:.2f}]")
for value in (0.0, 3.14159, -2.5, 1e10, 1.5e-7, 123456.789):
    print(f"[{value}] [{value:.2f}] [{value:10.3f}] [{value:<10.1f}] [{value:e}] [{value:.3e}] [{value:g}] [{value:.0f}] [{value:+.1f}] [{value:,.2f}] [{value:010.2f}]")
print(f"{0.256:.1%} {1:%} {255:c}", format(3.14159, ".3f"), format(42), format("x", ">3"))
print(f"{True} {True:d} {float('inf'):.2f} {float('nan'):6}|")
try:
    print(f"{'text':d}")
except ValueError as error:
    print("ValueError:", error)
