# The rule at the end of a file of a time zone ends at the first NUL.
import datetime
import io
import struct
import zoneinfo


def file_of(rule):
    header = b"TZif2" + bytes(15) + struct.pack(">6l", 0, 0, 0, 1, 2, 8)
    kinds = struct.pack(">lbb", -18000, 0, 0) + struct.pack(">lbb", -14400, 1, 4) + b"EST\0EDT\0"
    old = b"TZif2" + bytes(15) + struct.pack(">6l", 0, 0, 0, 0, 1, 1) + struct.pack(">lbb", 0, 0, 0) + b"\0"
    return old + header + struct.pack(">q", 0) + b"\0" + kinds + b"\n" + rule + b"\n"


for rule in b"EST5", b"EST5\0\0\x80M3.2.0,M11.1.0", b"EST5EDT,M3.2.0,M11.1.0", b"EST5EDT,M3.2.0,M11.1.0\0junk", b"EST5EDT\0", b"\0":
    try:
        zone = zoneinfo.ZoneInfo.from_file(io.BytesIO(file_of(rule)), key="made")
        print(rule, [datetime.datetime(2030, month, 1, tzinfo=zone).utcoffset() for month in (1, 7)])
    except ValueError as error:
        print(rule, "ValueError")
