# Texts as ISO 8601 has them: the common ones, the rare ones, the wrong ones.
from datetime import date, datetime


class Own(datetime):
    def __new__(cls, *args, **kwargs):
        made = super().__new__(cls, *args, **kwargs)
        made.is_own = True
        return made


for text in (
    "2020-01-01", "2020-02-29", "2021-02-29", "0001-01-01", "9999-12-31", "0000-01-01", "2020-13-01",
    "2020-1-1", "20200101", "2020-W01-1", "x020-01-01", "",
):
    for cls in date, datetime:
        try:
            print(repr(cls.fromisoformat(text)), end=" ")
        except ValueError:
            print("wrong", end=" ")
    print()
for text in (
    "2020-01-01T12:30", "2020-01-01 12:30:15", "2020-01-01T12:30:15.123", "2020-01-01T12:30:15.123456",
    "2020-01-01T12:30:15,5", "2020-01-01T12:30:15.1234567", "2020-01-01T12:30:15.", "2020-01-01T23:59:59",
    "2020-01-01T12:60", "2020-01-01T1:30", "2020-01-01T12", "2020-01-01x12:30",
    "2020-01-01T12:30Z", "2020-01-01T12:30+01:00", "2020-01-01T12:30:15.12a", "2020-01-01T12:30:60",
):
    try:
        print(repr(datetime.fromisoformat(text)))
    except ValueError:
        print("wrong", text)
made = Own.fromisoformat("2020-01-01T12:30")
print(type(made).__name__, made.is_own, datetime.fromisoformat.__name__)
for wrong in None, 5, b"2020-01-01":
    try:
        date.fromisoformat(wrong)
    except TypeError:
        print("no text")
