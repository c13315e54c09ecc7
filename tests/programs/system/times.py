# The calendar of time.
import os
import time

print(time.gmtime(0))
print(time.gmtime(86400 * 365.25 * 30), time.gmtime(-1).tm_year)
os.environ["TZ"] = "EST5EDT,M3.2.0,M11.1.0"
time.tzset()
print(time.tzname, time.timezone, time.altzone, time.daylight)
winter, summer = time.localtime(1_700_000_000), time.localtime(1_690_000_000)
print(winter, winter.tm_zone, winter.tm_gmtoff)
print(tuple(summer), summer.tm_zone, summer.tm_gmtoff, summer.tm_isdst)
print(time.mktime(winter), time.mktime(summer), time.mktime((2024, 2, 30, 25, 61, 0, 0, 0, -1)))
print(time.strftime("%Y-%m-%d %H:%M:%S %j %a %A %b %B %w %Z %z", summer))
print(time.strftime("%% %d.%m.%y é", winter), repr(time.strftime("", winter)))
print(time.asctime(summer), "|", time.ctime(0))
print(time.strptime("12 Mar 2021 23:05", "%d %b %Y %H:%M"))
os.environ["TZ"] = "UTC"
time.tzset()
print(time.tzname, time.timezone, time.localtime(0).tm_hour)
for act in (
    lambda: time.strftime("%Y", (2000, 13, 1, 0, 0, 0, 0, 1, 0)),
    lambda: time.strftime("%Y", (2000, 1, 1, 0, 0, 62, 0, 1, 0)),
    lambda: time.strftime("%Y", (2000, 1)),
    lambda: time.gmtime(1e20),
    lambda: time.gmtime(float("nan")),
    lambda: time.gmtime("x"),
    lambda: time.struct_time((1, 2)),
    lambda: time.strptime("x", "%m"),
    lambda: time.get_clock_info("x"),
):
    try:
        print(act())
    except (ValueError, TypeError, OverflowError) as error:
        print(type(error).__name__, error)
print(time.get_clock_info("monotonic").monotonic, time.get_clock_info("time").adjustable)
print(time.monotonic() <= time.monotonic(), time.perf_counter_ns() > 0, time.process_time() >= 0)
print(time.thread_time_ns() >= 0, time.clock_gettime(time.CLOCK_REALTIME) > 1e9)
before = time.struct_time(range(9))
print(before.tm_zone, before[3:5], before == tuple(range(9)), repr(before)[:30])
