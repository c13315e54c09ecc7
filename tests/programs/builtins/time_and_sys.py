# The clocks go forward; sys knows its arguments.
import sys
import time

a = time.perf_counter()
m = time.monotonic()
time.sleep(0.02)
b = time.perf_counter()
n = time.monotonic()
print(0.015 < b - a < 5, 0.015 < n - m < 5, time.time() > 1600000000, type(a).__name__)
last = time.perf_counter()
steady = True
for _ in range(1000):
    now = time.perf_counter()
    if now < last:
        steady = False
    last = now
print(steady, len(sys.argv), sys.argv[0].endswith("time_and_sys.py"), sys.maxsize)
time.sleep(0)
print(sys.stdout is not sys.stderr, sys.maxsize + 1 == 2 ** 63)
sys.stderr.write("not in the expected output\n")
try:
    time.sleep(-1)
except ValueError as error:
    print(error)
print(__name__)
