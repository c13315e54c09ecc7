"""datetime: dates counted, formatted and read."""

from datetime import datetime, timedelta

from support.repeated import run

TURNS = {"T": 1, "S": 1100, "W": 5500, "A": 55000}

def work():
    day, texts = datetime(2024, 2, 27, 12, 30), []
    for number in range(150):
        day += timedelta(days=1, minutes=number)
        texts.append(day.strftime("%Y-%m-%d %H:%M"))
    back = [datetime.fromisoformat(text) for text in texts]
    return texts[-1], (back[-1] - back[0]).total_seconds()


if __name__ == "__main__":
    run("dates", __doc__, TURNS, work, ('2024-08-03 06:45', 13544100.0))
