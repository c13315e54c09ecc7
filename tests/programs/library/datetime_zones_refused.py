# What the classes of datetime say of a zone that is none.

import datetime

for make in (
    lambda: datetime.datetime(2020, 1, 1, tzinfo=3),
    lambda: datetime.datetime(2020, 1, 1, 0, 0, 0, 0, "UTC"),
    lambda: datetime.time(1, 1, 1, 1, 1),
    lambda: datetime.time(tzinfo=object),
    lambda: datetime.datetime.now(3),
    lambda: datetime.datetime.now(tz="UTC"),
    lambda: datetime.datetime(2020, 1, 1).replace(tzinfo=1.5),
    lambda: datetime.time(1).replace(tzinfo=[]),
    lambda: datetime.datetime.fromtimestamp(0, 5),
    lambda: datetime.datetime.combine(datetime.date(2020, 1, 1), datetime.time(1), "UTC"),
):
    try:
        make()
    except TypeError as error:
        print(error)
