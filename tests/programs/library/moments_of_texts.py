# fromisoformat and fromordinal: common forms, rare ones and refused ones.
import copy
import pickle
from datetime import date, datetime, time, timedelta, timezone

DATES = ["2024-05-06", "2024-02-29", "2023-02-29", "0001-01-01", "9999-12-31", "20240506", "2024-W19-1", "2024-5-6", "", "2024-13-01"]
TIMES = ["07:08", "07:08:09", "07:08:09.123", "07:08:09.123456", "07:08:09,5", "07", "070809", "24:00", "24:00:01", "07:60", "7:08",
         "07:08:09.1234567", "T07:08", "TT07:08", "07:08:", "07:08:09.", "-07:08", ""]
ZONES = ["", "Z", "+00:00", "-00:00", "+02:00", "-05:30", "+02", "+0200", "+23:59:59.999999", "-23:59", "+24:00", "+02:00:30",
         "z", "ZZ", "Z+01:00", "+02:60", "+", "-", "+1:00", " +02:00", "+02:00 ", "+-2:00", "−02:00"]


def told(read, text):
    try:
        made = read(text)
    except ValueError as error:
        return f"{type(error).__name__} {error}"
    zone = getattr(made, "tzinfo", None)
    parts = [repr(made), made.isoformat(), type(made).__name__]
    if zone is not None:
        parts += [zone is timezone.utc, str(zone), repr(zone), made.utcoffset(), hash(zone) == hash(timezone(made.utcoffset()))]
    return " ".join(map(str, parts))


for text in DATES:
    print(text, "|", told(date.fromisoformat, text), "|", told(datetime.fromisoformat, text))
for clock in TIMES:
    for zone in ZONES:
        print(clock + zone, "|", told(time.fromisoformat, clock + zone), "|", told(datetime.fromisoformat, "2024-05-06T" + clock + zone))
for separator in " t_:é\U0001f600-+Z0":
    print(ascii(separator), told(datetime.fromisoformat, f"2024-05-06{separator}07:08:09+02:00"))


class Day(date):
    pass


class Moment(datetime):
    def __new__(cls, *arguments, **names):
        made = super().__new__(cls, *arguments, **names)
        made.seen = len(arguments)
        return made


class Clock(time):
    pass


print(told(Day.fromisoformat, "2024-05-06"), told(Clock.fromisoformat, "07:08Z"))
moment = Moment.fromisoformat("2024-05-06T07:08:09-01:00")
print(repr(moment), moment.seen)
moment = datetime.fromisoformat("2024-05-06T07:08:09-01:30")
print(pickle.loads(pickle.dumps(moment)) == moment, copy.deepcopy(moment) == moment, moment.tzinfo == timezone(timedelta(minutes=-90)))
print(moment.astimezone(timezone.utc), moment - datetime.fromisoformat("2024-05-06T07:08:09Z"), moment.tzname())
for wrong in (b"2024-05-06", 5, None):
    for read in date.fromisoformat, datetime.fromisoformat, time.fromisoformat:
        try:
            read(wrong)
        except TypeError as error:
            print(error)
for kind in date, datetime, Day, Moment:
    print(kind.fromordinal(1), kind.fromordinal(738000), repr(kind.fromordinal(3652059)), type(kind.fromordinal(5)).__name__)
    for wrong in 0, -1, 3652060, 2**40, 2**70, 1.0, "1", None, True:
        try:
            print(kind.fromordinal(wrong))
        except (ValueError, TypeError, OverflowError) as error:
            print(type(error).__name__, error)
